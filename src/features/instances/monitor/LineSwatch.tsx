/** Legend swatch of a chart line. */
export const LineSwatch = ({ color, dash }: { color: string; dash: string | undefined }) => (
  <svg width="24" height="8" viewBox="0 0 24 8" aria-hidden="true">
    <line x1="0" x2="24" y1="4" y2="4" stroke={color} strokeWidth="2" {...(dash && { strokeDasharray: dash })} />
  </svg>
)
