import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import controls from '#src/ui/controls.module.css'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './ReleaseGuide.module.css'

export interface ReleaseGuideStep {
  title: string
  text: ReactNode
  /** The reader's progress; undefined while loading, null if not applicable. */
  has: { words: string; done: boolean } | null | undefined
  way?: { to: string; label: string; primary?: boolean }
}

/** The steps of publishing and the current progress. */
export const ReleaseGuide = ({ steps }: { steps: readonly ReleaseGuideStep[] }) => (
  <ol className={styles.steps}>
    {steps.map(({ title, text, has, way }, nth) => (
      <li key={title} className={styles.step} data-done={has?.done ?? false}>
        <span className={styles.number} aria-hidden="true">
          {nth + 1}
        </span>
        <div className={styles.text}>
          <h2 className={styles.name}>{title}</h2>
          <p>{text}</p>
          {has === undefined && (
            <p className={styles.has}>
              <Skeleton width={180} height={24} />
            </p>
          )}
          {has && (
            <p className={styles.has}>
              <ToneTag tone={has.done ? 'success' : 'neutral'} icon={has.done ? 'check' : 'info'}>
                {has.words}
              </ToneTag>
            </p>
          )}
        </div>
        {way && (
          <Link className={`${controls.button} ${way.primary ? controls.primary : controls.plain} ${styles.way}`} to={way.to}>
            {way.label}
          </Link>
        )}
      </li>
    ))}
  </ol>
)
