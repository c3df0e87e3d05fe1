"""Operations of the service."""
