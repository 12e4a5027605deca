import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import type { Tone } from './status-styles.ts'
import styles from './ToneTag.module.css'

/** Tag with a colour and an icon, so that the meaning never depends on colour alone. */
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
