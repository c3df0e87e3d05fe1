/** Drawn signs: one stroke, one grid of 24. */
const SHAPES = {
  ask: (
    <>
      <path d="M4.5 5h15v11.5H13l-4.5 3.7v-3.7h-4z" />
      <path d="M10 9.2c.2-2.4 4-2.2 4 .1 0 1.5-2 1.7-2 3M12 14.3v.2" />
    </>
  ),
  back: <path d="M14.5 5.5 8 12l6.5 6.5" />,
  bell: <path d="M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 2H5zM10 21h4" />,
  bracket: <path d="M4 5h5v5h6M4 19h5v-5M15 10v4H9M15 12h5" />,
  bulb: (
    <path d="M9 17.5v-1.3c0-1-.6-1.8-1.3-2.6A6 6 0 1 1 16.3 13.6c-.7.8-1.3 1.6-1.3 2.6v1.3zM9.8 20.5h4.4" />
  ),
  chat: <path d="M4.5 5h15v11.5H11l-4.5 3.7v-3.7h-2z" />,
  check: <path d="M5 12.5l4.7 4.7L19.5 7" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5l3.3 2" />
    </>
  ),
  down: <path d="M12 3.5v16M6.5 14 12 19.5 17.5 14" />,
  events: (
    <>
      <path d="M7.5 4h9v5.5a4.5 4.5 0 0 1-9 0z" />
      <path d="M7.5 5.5H4v1.7a3.3 3.3 0 0 0 3.5 3.3M16.5 5.5H20v1.7a3.3 3.3 0 0 1-3.5 3.3M12 14v3.5M8 20h8M9.5 20a2.5 2.5 0 0 1 5 0" />
    </>
  ),
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  flame: (
    <path d="M12 3c.6 3.2 5.5 5.3 5.5 10.5a5.5 5.5 0 0 1-11 0c0-2 .9-3.3 2-4.5.3 1.5 1 2.3 2 2.7C10 8.5 10.6 5.3 12 3z" />
  ),
  hello: (
    <path d="M7.5 13V6.5a1.5 1.5 0 0 1 3 0V11M10.5 11V4.5a1.5 1.5 0 0 1 3 0V11M13.5 11V5.5a1.5 1.5 0 0 1 3 0v7M16.5 12.5V9a1.5 1.5 0 0 1 3 0v5c0 4-2.5 7-6.5 7-3 0-4.6-1.4-6-4l-2.2-4a1.5 1.5 0 0 1 2.6-1.5l1 1.6" />
  ),
  keys: (
    <>
      <rect x="3" y="6.5" width="18" height="11" rx="2" />
      <path d="M6.5 10h.1M10 10h.1M13.5 10h.1M17 10h.1M8 14h8" />
    </>
  ),
  knock: (
    <>
      <path d="M6 12.5V9a1.7 1.7 0 0 1 3.4 0 1.7 1.7 0 0 1 3.4-.3 1.7 1.7 0 0 1 3.4.3 1.6 1.6 0 0 1 3.1.6v3.4c0 3.5-2.3 6-6 6H11c-3.3 0-5-2.5-5-6.5zM9.4 9v3M12.8 8.7V12M16.2 9v3" />
      <path d="M3 6.5 4.5 8M7.5 2.8l.5 2M2.5 11.5h1.6" />
    </>
  ),
  learn: (
    <>
      <path d="M12 6.2C10 4.6 7.2 4.2 3.5 4.4v13.4c3.7-.2 6.5.2 8.5 1.8 2-1.6 4.8-2 8.5-1.8V4.4C16.8 4.2 14 4.6 12 6.2z" />
      <path d="M12 6.2v13.4" />
    </>
  ),
  link: (
    <>
      <path d="M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7l-1.3 1.3" />
      <path d="M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.3-1.3" />
    </>
  ),
  lock: (
    <>
      <rect x="5.5" y="11" width="13" height="9" rx="2" />
      <path d="M8.5 11V8a3.5 3.5 0 0 1 7 0v3" />
    </>
  ),
  me: (
    <>
      <circle cx="12" cy="8.5" r="4" />
      <path d="M4.5 20.5c.8-3.7 3.7-5.5 7.5-5.5s6.7 1.8 7.5 5.5" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  more: (
    <>
      <circle cx="5.5" cy="12" r=".9" />
      <circle cx="12" cy="12" r=".9" />
      <circle cx="18.5" cy="12" r=".9" />
    </>
  ),
  next: <path d="M7 5.5 15 12l-8 6.5zM17.5 5.5v13" />,
  oops: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M7.5 9.5l2.5 1.2-2.5 1.2M16.5 9.5 14 10.7l2.5 1.2M8.5 16.5c1-1.3 2-1.3 3.5 0s2.5 1.3 3.5 0" />
    </>
  ),
  pause: <path d="M8.5 5v14M15.5 5v14" />,
  play: (
    <>
      <rect x="4" y="6.5" width="10" height="14" rx="1.8" transform="rotate(-9 9 13.5)" />
      <path d="M12.6 4.2l6.2 1.1a1.8 1.8 0 0 1 1.4 2.1l-1.9 10.3a1.8 1.8 0 0 1-2 1.4" />
    </>
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  prev: <path d="M17 5.5 9 12l8 6.5zM6.5 5.5v13" />,
  quiet: <path d="M4 9.5h3.5L12 5.5v13l-4.5-4H4zM16 9.5l4.5 5M20.5 9.5l-4.5 5" />,
  records: <path d="M4 20h16M6.5 20v-6M12 20V5M17.5 20v-9.5" />,
  rematch: (
    <>
      <path d="M19.5 11.5a7.5 7.5 0 1 0-1.7 5.3" />
      <path d="M20 6v5.5h-5.5" />
    </>
  ),
  right: <path d="M9.5 5.5 16 12l-6.5 6.5" />,
  run: <path d="M7.5 5v14l11-7z" />,
  save: <path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15" />,
  share: (
    <>
      <path d="M12 15V3.5M8 7.2l4-3.7 4 3.7" />
      <path d="M6.5 11H5v9.5h14V11h-1.5" />
    </>
  ),
  sheet: (
    <>
      <path d="M6 3.5h9l3.5 3.5v13.5H6z" />
      <path d="M9 10.5h6.5M9 14h6.5M9 17.5h4" />
    </>
  ),
  shield: (
    <>
      <path d="M12 3.5 19 6v5.5c0 4.5-2.8 7.6-7 9-4.2-1.4-7-4.5-7-9V6z" />
      <path d="M8.8 12l2.3 2.3 4.2-4.5" />
    </>
  ),
  sort: <path d="M4 7h11M4 12h8M4 17h5M18.5 6.5v11M15.5 14.5l3 3 3-3" />,
  sound: (
    <path d="M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4.3 4.3 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11" />
  ),
  star: <path d="M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17.1 6.7 20l1.1-6L3.4 9.8l6-.8z" />,
  swap: <path d="M4.5 8.5h14M15 5l3.5 3.5L15 12M19.5 15.5h-14M9 12l-3.5 3.5L9 19" />,
  thanks: (
    <path d="M12 20C7 16.2 3.5 13 3.5 9.2A4.2 4.2 0 0 1 12 7.5a4.2 4.2 0 0 1 8.5 1.7C20.5 13 17 16.2 12 20z" />
  ),
  thinking: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9 10.5v1M15 10.5v1M13.5 7.7l3 .6M9.5 16.2l5-1.2" />
    </>
  ),
  tuner: (
    <>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="17" r="2" />
    </>
  ),
  undo: (
    <>
      <path d="M8.5 5 4 9.5 8.5 14" />
      <path d="M4.5 9.5H14a5.5 5.5 0 0 1 0 11H8.5" />
    </>
  ),
  users: (
    <>
      <circle cx="9" cy="9" r="3.5" />
      <path d="M2.5 19.5c.6-3.2 3-4.9 6.5-4.9s5.9 1.7 6.5 4.9M15.5 5.7a3.5 3.5 0 0 1 0 6.6M18 15.2c2 .7 3.2 2.2 3.6 4.3" />
    </>
  ),
  well: (
    <>
      <path d="M7.5 10.5 11 3.5c1.7 0 2.7 1.2 2.4 2.9l-.6 3.1h5a2 2 0 0 1 2 2.4l-1.3 6.5a2 2 0 0 1-2 1.6H7.5z" />
      <path d="M4 10.5h3.5V20H4z" />
    </>
  ),
  wow: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9 9v1M15 9v1" />
      <ellipse cx="12" cy="15.5" rx="2" ry="2.5" />
    </>
  ),
  x: <path d="M6 6l12 12M18 6 6 18" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="M15 15l5 5" />
    </>
  ),
  flag: <path d="M6 21V4M6 4.5h11l-2.5 4 2.5 4H6" />,
  computer: (
    <>
      <rect x="5" y="8" width="14" height="11" rx="3" />
      <path d="M12 8V4.5M9.5 13v1M14.5 13v1M9.5 16.5h5" />
    </>
  ),
  coin: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 8v8M14.5 9.5c-1-1.300-5-1.300-5 .8 0 2.6 5 1 5 3.5 0 2-4 2.200-5 .6" />
    </>
  ),
  target: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <circle cx="12" cy="12" r="4.5" />
      <path d="M12 12h.1" />
    </>
  ),
  calendar: <path d="M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V8M15.5 3.5V8" />,
  warning: <path d="M12 4.5 21 19.5H3zM12 10v4.5M12 17v.2" />,
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c3 2.5 3 14.5 0 17M12 3.5c-3 2.5-3 14.5 0 17" />
    </>
  ),
  pen: <path d="M5 19l1-4L16 5l3 3L9 18zM14 7l3 3" />,
  trash: <path d="M5 7h14M9.5 7V4.5h5V7M7 7l1 13h8l1-13M10.5 10.5v6M13.5 10.5v6" />,
  minus: <path d="M5 12h14" />,
  door: <path d="M6 20.5V3.5h12v17M4 20.5h16M14.5 12v.5" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 7.5v.2" />
    </>
  ),
  film: (
    <>
      <rect x="3.5" y="5" width="17" height="14" rx="2" />
      <path d="M8 5v14M16 5v14M3.5 9.5H8M3.5 14.5H8M16 9.5h4.5M16 14.5h4.5" />
    </>
  ),
  medal: (
    <>
      <circle cx="12" cy="15" r="5.5" />
      <path d="M9 10.5 6 3.5h4l2 4 2-4h4l-3 7" />
    </>
  ),
} as const;

export type IconName = keyof typeof SHAPES;

/** A sign beside words, or in a button that has a name of its own. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon-sign" viewBox="0 0 24 24" aria-hidden="true">
      {SHAPES[name]}
    </svg>
  );
}
