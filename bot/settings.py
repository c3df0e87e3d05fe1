"""All settings of an operator, read once from the environment and `.env`."""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Self

from dotenv.parser import parse_stream
from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic import model_validator as check_together
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from bot.ops.health import DATA_DIR, ENV_FILE, IS_FOLDER, heartbeat_file

PREFIX: Final = "GIN_"
DISCORD_API: Final = "https://discord.com/api/v10"
_DATABASE_FORMS: Final = "sqlite:///path/to/gin.db or postgresql+asyncpg://user:password@host/name"

PRIVATE_NETWORKS: Final = tuple(
    ip_network(name)
    for name in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1", "fc00::/7")
)
"""The networks that no stranger asks from directly."""


class SettingsError(Exception):
    """An invalid setting; the text names it and states the reason in one sentence."""


class LogLevel(StrEnum):
    """The level of logging."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"


class LogFormat(StrEnum):
    """The format of a log line: for people or for programs."""

    CONSOLE = "console"
    JSON = "json"


class Settings(BaseSettings):
    """The settings of one process, frozen; durations are in the unit of the field's name."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        populate_by_name=True,
    )

    discord_token: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("DISCORD_TOKEN"),
        description="The bot's token from Discord's developer portal. "
        "Without a token the playground starts, where it is installed.",
    )
    discord_token_file: Path | None = Field(
        default=None,
        validation_alias=AliasChoices("DISCORD_TOKEN_FILE"),
        description="A file that holds the token, instead of DISCORD_TOKEN (for mounted secrets).",
    )
    database_url: SecretStr = Field(
        default=SecretStr("sqlite:///data/gin.db"),
        description=f"Where everything is kept: {_DATABASE_FORMS}.",
    )
    database_url_file: Path | None = Field(
        default=None,
        description="A file that holds the address, instead of GIN_DATABASE_URL.",
    )
    database_password_file: Path | None = Field(
        default=None,
        description="A file that holds the password for GIN_DATABASE_URL as it is, in which a URL "
        "would need %40 for @.",
    )
    backup_dir: Path = Field(
        default=Path("data/backups"),
        description="The folder for backups of an SQLite database.",
    )
    backup_hours: float = Field(
        default=6,
        ge=0,
        le=168,
        description="Hours between two backups of an SQLite database; 0: none.",
    )
    log_level: LogLevel = Field(
        default=LogLevel.INFO,
        description="How much is logged: DEBUG, INFO, WARNING or ERROR. "
        "Without it the playground logs warnings only.",
    )
    log_format: LogFormat = Field(
        default=LogFormat.CONSOLE, description="Log lines for people (console) or programs (json)."
    )
    shard_count: int | None = Field(
        default=None,
        ge=1,
        description="How many gateway shards there are in all processes together. "
        "Without it Discord's recommendation is used.",
    )
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = Field(
        default=None,
        description="The shards of this process, such as 0,1,2 or 0-7; needs GIN_SHARD_COUNT. "
        "Without it this process runs all of them; none: it has no gateway and needs "
        "GIN_WEBHOOK_PORT.",
    )
    processes: int = Field(
        default=1,
        ge=1,
        le=256,
        description="How many processes with this token run at once, on one PostgreSQL database. "
        "Each makes its share of the requests a second and identifies in the turns of its shards; "
        "needs GIN_SHARD_IDS.",
    )
    workers: bool = Field(
        default=True,
        description="Whether pictures, coach and computer players have processes of their own, "
        "which end when idle. false: one process, which takes less memory and answers later while "
        "it computes.",
    )
    picture_cache_mb: int = Field(
        default=24,
        ge=1,
        le=1000,
        description="How many megabytes of drawn pictures stay in memory; 4 are enough for a small "
        "machine, which draws some of them twice.",
    )
    discord_api: str = Field(
        default=DISCORD_API,
        description="Where Discord's REST API answers; only for a proxy of your own, which then "
        "gets the token.",
    )
    http_connections: int = Field(
        default=64,
        ge=4,
        le=1000,
        description="How many connections to Discord may be open at once.",
    )
    ops_host: str = Field(
        default="127.0.0.1",
        description="The address at which metrics and health are served; keep it private.",
    )
    ops_port: int = Field(
        default=0,
        ge=0,
        le=65535,
        description="The port for metrics and health; 0: they are not served.",
    )
    webhook_host: str = Field(
        default="127.0.0.1",
        description="The address at which interactions are taken by HTTP; the load balancer in "
        "front of it adds HTTPS.",
    )
    webhook_port: int = Field(
        default=0,
        ge=0,
        le=65535,
        description="The port at which Discord delivers by HTTP: interactions at /interactions, "
        "which the gateway brings else, and webhook events at /events; 0: none.",
    )
    public_key: str = Field(
        default="",
        description="The application's public key from Discord's developer portal, which proves "
        "that interactions by HTTP come from Discord.",
    )
    web_host: str = Field(
        default="127.0.0.1",
        description="The address at which the card table is served; the proxy in front of it adds "
        "HTTPS.",
    )
    web_port: int = Field(
        default=0,
        ge=0,
        le=65535,
        description="The port of the card table, a page for Discord's Activities and for browsers; "
        "0: it is not served.",
    )
    web_url: str = Field(
        default="",
        description="The public address of the card table, such as https://gin.example.org; "
        "without it the table opens only inside Discord.",
    )
    web_proxies: Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode] = Field(
        default=PRIVATE_NETWORKS,
        description="The addresses or networks of the proxies in front of the card table, whose "
        "X-Forwarded-For says who asks, such as 10.0.0.4,10.1.0.0/16; none: nobody's is believed.",
    )
    client_secret: SecretStr = Field(
        default=SecretStr(""),
        description="The application's client secret (OAuth2 in Discord's developer portal), with "
        "which people sign in to the card table.",
    )
    client_secret_file: Path | None = Field(
        default=None,
        description="A file that holds the client secret, instead of GIN_CLIENT_SECRET.",
    )
    activities: bool = Field(
        default=False,
        description="Whether Activities are switched on for the application in the developer "
        "portal, so that buttons open the card table inside Discord.",
    )
    sharing: bool = Field(
        default=False,
        description="Whether players may share the replay of a finished match by a link to the "
        "card table; needs GIN_WEB_URL.",
    )
    playground_port: int = Field(
        default=8300,
        ge=0,
        le=65535,
        description="The port of the playground's page on this computer; 0: any free one.",
    )
    round_pause_seconds: float = Field(
        default=20,
        ge=0,
        le=600,
        description="How long a round's result is shown before the next deal starts by itself.",
    )
    computer_pause_seconds: float | None = Field(
        default=None,
        ge=0,
        le=60,
        description="The longest pause before a computer's move; empty: by its character.",
    )
    data_dir: Path = Field(
        default=DATA_DIR,
        description="The folder for small files of this process, such as its heartbeat.",
    )
    challenge_seconds: int = Field(
        default=900,
        ge=30,
        le=86_400,
        description="How long a challenge stays open.",
    )

    @check_together(mode="before")
    @classmethod
    def _mounted_secrets(cls, values: dict[str, Any]) -> dict[str, Any]:
        for name in _IN_FILES:
            place = _named(values, f"{name}_file")
            if not place:
                continue
            variable = _variable(name)
            if _named(values, name):
                raise ValueError(f"set {variable} or {variable}_FILE, not both")
            values = {**values, name: SecretStr(_secret_in(f"{variable}_FILE", Path(place)))}
        return values

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, value: object) -> object:
        return value.strip().upper() if isinstance(value, str) else value

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: SecretStr) -> SecretStr:
        url = async_database_url(value.get_secret_value())
        try:
            make_url(url)
        except (ArgumentError, ValueError):
            # Their texts repeat the URL.
            raise ValueError(
                f"the address cannot be read as a URL; write {_DATABASE_FORMS}"
            ) from None
        return SecretStr(url)

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _shards(cls, value: object) -> object:
        return parse_shards(value) if isinstance(value, str) else value

    @field_validator("web_proxies", mode="before")
    @classmethod
    def _networks(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        names = () if value.strip() == "none" else value.split(",")
        try:
            return tuple(ip_network(name.strip()) for name in names)
        except ValueError:
            # Its own text repeats the value.
            raise ValueError(
                "addresses and networks separated by commas, such as 10.0.0.4,10.1.0.0/16, or "
                "none are needed"
            ) from None

    @field_validator("public_key")
    @classmethod
    def _key(cls, value: str) -> str:
        if not re.fullmatch(r"([0-9a-fA-F]{64})?", value):
            raise ValueError("the application's public key has 64 hexadecimal digits")
        return value

    @field_validator("discord_api")
    @classmethod
    def _api(cls, value: str) -> str:
        if not re.fullmatch(r"https?://[^\s/?#@{}]+(/[^\s?#@{}]*)?", value):
            raise ValueError(f"an address such as {DISCORD_API} is needed")
        return value.rstrip("/")

    @field_validator("web_url")
    @classmethod
    def _origin(cls, value: str) -> str:
        if not re.fullmatch(
            r"(https://[^\s/?#@{}]+|http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)?/?", value
        ):
            raise ValueError(
                "an address without a path, such as https://gin.example.org, is needed"
            )
        return value.rstrip("/")

    @field_validator("ops_host", "webhook_host", "web_host")
    @classmethod
    def _address(cls, value: str) -> str:
        value = re.sub(r"^\[(.*)\]$", r"\1", value)
        try:
            return value if value == "localhost" else str(ip_address(value))
        except ValueError:
            # Its own text repeats the value.
            raise ValueError("an IP address of this machine is needed") from None

    @check_together(mode="after")
    def _fit_together(self) -> Self:
        """Refuse settings that lack others or contradict them, all in one sentence."""
        if found := [*self._conflicts()]:
            raise ValueError("; ".join(found))
        return self

    def _conflicts(self) -> Iterator[str]:
        if self.webhook_port and not self.public_key:
            yield "GIN_WEBHOOK_PORT needs GIN_PUBLIC_KEY as well"
        if self.web_port and not self.client_secret.get_secret_value():
            yield "GIN_WEB_PORT needs GIN_CLIENT_SECRET as well"
        if self.web_port and not (self.web_url or self.activities):
            yield "GIN_WEB_PORT needs GIN_WEB_URL or GIN_ACTIVITIES=true as well"
        if self.sharing and not self.web_url:
            yield "GIN_SHARING needs GIN_WEB_URL as well"
        if self.activities and not self.web_port:
            yield "GIN_ACTIVITIES needs GIN_WEB_PORT as well"
        if not self.has_gateway and not self.webhook_port:
            yield "GIN_SHARD_IDS=none needs GIN_WEBHOOK_PORT as well"
        if self.shard_ids and self.shard_count is None:
            yield "GIN_SHARD_IDS needs GIN_SHARD_COUNT as well"
        elif any(shard >= (self.shard_count or 0) for shard in self.shard_ids or ()):
            yield f"GIN_SHARD_IDS must all be below GIN_SHARD_COUNT ({self.shard_count})"
        if self.processes > 1 and self.shard_ids is None:
            yield "GIN_PROCESSES needs GIN_SHARD_IDS as well"
        if self.processes > 1 and self.database_url.get_secret_value().startswith("sqlite"):
            yield "GIN_PROCESSES needs PostgreSQL: set GIN_DATABASE_URL"

    @check_together(mode="after")
    def _with_password(self) -> Self:
        """Put the password of the file into the address; the settings are frozen."""
        if self.database_password_file is None:
            return self
        variable = "GIN_DATABASE_PASSWORD_FILE"
        url = make_url(self.database_url.get_secret_value())
        if not url.drivername.startswith("postgresql"):
            raise ValueError(f"{variable} needs a PostgreSQL address in GIN_DATABASE_URL")
        password = _secret_in(variable, self.database_password_file)
        full = url.set(password=password).render_as_string(hide_password=False)
        object.__setattr__(self, "database_url", SecretStr(full))
        return self

    @property
    def has_gateway(self) -> bool:
        """Whether this process connects to the gateway."""
        return self.shard_ids != ()

    @property
    def is_one_of_several(self) -> bool:
        """Whether other processes may serve the same database."""
        return self.processes > 1 or self.shard_ids is not None

    @property
    def heartbeat_file(self) -> Path:
        """The file updated every five seconds while Gin runs; the health check reads it."""
        return heartbeat_file(self.data_dir)

    def token(self) -> str | None:
        """The bot's token; none selects the playground.

        Raises SettingsError if it cannot be one.
        """
        if self.discord_token is None:
            return None
        token = self.discord_token.get_secret_value().strip()
        if not re.fullmatch(r"[!-~]*", token):
            variable = "DISCORD_TOKEN" if self.discord_token_file is None else "DISCORD_TOKEN_FILE"
            raise SettingsError(
                f"{variable}: a token is one word of plain letters, digits and signs."
            )
        return token or None


_IN_FILES: Final = ("discord_token", "database_url", "client_secret")
"""The secrets that may lie in files, as mounted secrets do."""


def _named(values: Mapping[str, Any], field: str) -> Any:
    """Return a value that stands by the name of its field or by that of its variable."""
    return values.get(field) or values.get(field.upper())


def _secret_in(variable: str, file: Path) -> str:
    """Return the text of a secret's file without the space around it."""
    try:
        text = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise ValueError(f"{variable}: {file} cannot be read") from None
    if not text:
        raise ValueError(f"{variable}: {file} is empty")
    return text


def relative_database(settings: Settings) -> Iterator[str]:
    """Yield a sentence if the path of the SQLite file begins where Gin starts.

    The default does so, too, and is meant.
    """
    url, default = settings.database_url, Settings.model_fields["database_url"].default
    file = _sqlite_file(url.get_secret_value())
    if url != default and file is not None and not file.is_absolute():
        yield (
            "GIN_DATABASE_URL is relative to the folder in which Gin starts, so the database is "
            f"{file.absolute()}; an absolute path has four slashes, as in sqlite:////{file}"
        )


def _sqlite_file(url: str) -> Path | None:
    return Path(url.removeprefix("sqlite:///").partition("?")[0]) if url[:6] == "sqlite" else None


def async_database_url(url: str) -> str:
    """The URL with Gin's driver for this kind of database.

    Raises ValueError for any other kind. The message never repeats the URL: it may hold a password.
    """
    scheme, separator, rest = url.strip().partition("://")
    match scheme:
        case "sqlite" if _names_file(rest):
            return f"sqlite://{rest}"
        case "postgresql" | "postgres" | "postgresql+asyncpg" if rest:
            if rest.partition("?")[0].count("@") > 1:
                # What follows the first one would count as the host, and errors name the host.
                raise ValueError(
                    "an @ in the user's name or password is written %40 in an address; "
                    "GIN_DATABASE_PASSWORD_FILE takes a password as it is"
                )
            return f"postgresql+asyncpg://{rest}"
        case _:
            kind = f"{scheme!r} " if separator and re.fullmatch(r"[a-z0-9+]{1,40}", scheme) else ""
            raise ValueError(f"the address {kind}is not one of {_DATABASE_FORMS}")


def _names_file(rest: str) -> bool:
    name = rest.partition("?")[0]
    return name.startswith("/") and name.strip("/") not in ("", ":memory:")


def parse_shards(text: str) -> tuple[int, ...]:
    """Parse shard numbers such as `0,2,4-7`, in order and without duplicates; `none` is no shard.

    Raises ValueError for any other text.
    """
    if text.strip() == "none":
        return ()
    shards: set[int] = set()
    for part in text.split(","):
        found = re.fullmatch(r"\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*", part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if first > last or last - first >= 10_000:
            raise ValueError("shards are numbers and ranges, such as 0,1,2 or 0-7")
        shards.update(range(first, last + 1))
    return tuple(sorted(shards))


def load_settings(env_file: Path | None = ENV_FILE) -> Settings:
    """Return the settings from the environment and the file; the environment takes precedence.

    Raises SettingsError with one sentence, free of secrets, for an invalid value.
    """
    if env_file is not None and env_file.is_dir():
        raise SettingsError(IS_FOLDER.format(file=env_file))
    try:
        if env_file is not None and env_file.is_file():
            _refuse_broken_lines(env_file)
        return Settings(_env_file=env_file)
    except ValidationError as error:
        # Its context would show the values, secrets among them.
        raise SettingsError(_sentence(error)) from None
    except UnicodeDecodeError:
        raise SettingsError(f"{env_file} is not a text file in UTF-8.") from None
    except OSError as error:
        raise SettingsError(f"{env_file} cannot be read: {error.strerror}.") from None


def _refuse_broken_lines(env_file: Path) -> None:
    """Raise SettingsError for the first line that sets nothing.

    The library leaves it out, and without a token the playground would start in place of the bot.
    """
    with env_file.open(encoding="utf-8") as lines:
        for one in parse_stream(lines):
            is_bare = one.value is None and (one.key or "").upper() in variables().values()
            if one.error or is_bare:
                text = one.original.string  # with the empty lines before it
                line = one.original.line + text[: len(text) - len(text.lstrip())].count("\n")
                raise SettingsError(
                    f"{env_file}, line {line}: this is not NAME=value, with quotes in "
                    "pairs; correct the line, or begin it with #."
                )


def _sentence(error: ValidationError) -> str:
    found = error.errors(include_input=False, include_url=False)
    return f"{'; '.join(map(_reason, found))}."


def _reason(found: ErrorDetails) -> str:
    reason = found["msg"].removeprefix("Value error, ")
    if not reason.startswith((PREFIX, "DISCORD_")):
        reason = reason[:1].lower() + reason[1:]
    return f"{_variable(str(found['loc'][0]))}: {reason}" if found["loc"] else reason


def _variable(name: str) -> str:
    """Return the environment variable of a field, given by its name or its alias."""
    return name if name.isupper() else variables().get(name, name.upper())


def variables() -> dict[str, str]:
    """Return the environment variable of every setting, by the name of its field."""
    return {
        name: str(field.validation_alias.choices[0])
        if isinstance(field.validation_alias, AliasChoices)
        else f"{PREFIX}{name.upper()}"
        for name, field in Settings.model_fields.items()
    }
