/** 16 × 16 like the other icons; the outline is what can be had, the filled one is had. */
export const StarIcon = ({ filled }: { filled: boolean }) => (
  <svg
    viewBox="0 0 16 16"
    width="1em"
    height="1em"
    fill={filled ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="m8 1.8 1.9 4 4.3.6-3.1 3 .7 4.3L8 11.7l-3.8 2 .7-4.3-3.1-3 4.3-.6z" />
  </svg>
)
