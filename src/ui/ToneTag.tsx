import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import type { Tone } from './status-styles.ts'
import styles from './ToneTag.module.css'

/** A word with a colour and a second sign, so that colour never speaks alone. */
export function ToneTag({
  tone = 'neutral',
  icon,
  moving,
  children,
}: {
  tone?: Tone
  icon?: IconName | undefined
  moving?: boolean | undefined
  children: ReactNode
}) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {icon && <Icon name={icon} className={moving ? styles.moving : undefined} />}
      {children}
    </span>
  )
}
