import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './SolutionCard.module.css'

interface Props {
  open: boolean
  onOpen: () => void
  kicker: string
  title: string
  text: string
  to: string
  action: string
  facts: readonly { term: string; value: ReactNode }[]
  /** Drawn from data, behind the words. */
  art: ReactNode
}

/** Opens under the mouse, with the focus and at a tap; open, all of it is the link. */
export const SolutionCard = ({ open, onOpen, kicker, title, text, to, action, facts, art }: Props) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the link inside opens it by keyboard
  <article
    className={styles.card}
    data-theme="dark"
    data-open={open}
    onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onOpen()}
    onFocus={onOpen}
    onClick={onOpen}
  >
    <div className={styles.art}>{art}</div>
    <p className={styles.kicker}>{kicker}</p>
    <h3 className={styles.title}>{title}</h3>
    <div className={styles.more}>
      <div className={styles.details}>
        <p className={styles.text}>{text}</p>
        <dl className={styles.facts}>
          {facts.map(({ term, value }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
    <Link className={styles.link} to={to}>
      {action}
      <Icon name="chevron" />
    </Link>
  </article>
)
