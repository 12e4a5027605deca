import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import nextSteps from './next-steps.module.css'
import styles from './PurchaseResult.module.css'

interface Props {
  title: string
  /** Result of the purchase, such as its expiry. */
  facts: readonly { key: string; name: ReactNode; value: ReactNode }[]
  /** Links to the next steps, the most likely first. */
  ways: ReactNode
  children?: ReactNode
}

/** Success page of a purchase: what was bought, until when, and what to do next. */
export function PurchaseResult({ title, facts, ways, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.result} role="status">
      <Icon name="check" className={styles.done} />
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      <dl className={styles.facts}>
        {facts.map(({ key, name, value }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
      <div className={nextSteps.ways}>{ways}</div>
    </div>
  )
}
