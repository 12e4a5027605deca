import type { ReactNode } from 'react'

interface Props {
  /** What the box contains, for screen readers. */
  label?: string | undefined
  /** Sets the overflow, and the height if it has a limit. */
  className: string | undefined
  children: ReactNode
}

/** Box that scrolls; it takes the focus, so that the keyboard can scroll it as well. */
export const ScrollBox = ({ label, className, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
  <section className={className} tabIndex={0} aria-label={label}>
    {children}
  </section>
)
