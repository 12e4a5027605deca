import type { ReactNode } from 'react'
import styles from './Diagram.module.css'

/** Inner widths in px of an article on a wide page and on a phone, so that letters keep their size on both. */
const drawnWidths = { wide: 672, narrow: 328 } as const

export interface DrawnPicture {
  height: number
  content: ReactNode
}

export interface DiagramTexts {
  /** Says what the picture shows to whoever does not see it. */
  alt: string
  caption?: string | undefined
}

interface Props extends DiagramTexts {
  draw: (width: number) => DrawnPicture
  /** Explains signs and numbers of the picture. */
  children?: ReactNode
}

/** A drawing of ours in an article, in the colours of the page. */
export const Diagram = ({ alt, caption, draw, children }: Props) => (
  <figure className={styles.figure}>
    <div role="img" aria-label={alt}>
      {Object.entries(drawnWidths).map(([name, width]) => {
        const { height, content } = draw(width)
        return (
          <svg
            key={name}
            aria-hidden="true"
            className={styles[name]}
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
          >
            {content}
          </svg>
        )
      })}
    </div>
    {children}
    {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
  </figure>
)

export const isNarrowDrawing = (width: number): boolean => width === drawnWidths.narrow
