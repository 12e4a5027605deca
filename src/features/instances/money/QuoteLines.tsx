import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './money.module.css'

/** Breakdown of an amount, line by line, in words and figures; refunds to the balance have a plus sign. */
export function QuoteLines({ lines }: { lines: readonly { title: string; detail: string; amount: string }[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map(({ title, detail, amount }) => (
        <li key={title + detail}>
          <span>
            {title}
            <small>{detail}</small>
          </span>
          {amount.startsWith('-') ? <YuanAmount amount={amount.slice(1)} as="flow" /> : <YuanAmount amount={amount} />}
        </li>
      ))}
    </ul>
  )
}
