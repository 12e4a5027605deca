import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './MoneyPage.module.css'

/** How an amount comes about, line by line, in words and numbers; what goes back to the balance carries a plus. */
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
