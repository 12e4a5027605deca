import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './AccountSummary.module.css'

/** A figure and its name; with `to`, the way to what it sums. */
export function Fact({ label, to, children }: { label: string; to?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {to ? (
          <Link to={to} className={styles.way}>
            {children}
          </Link>
        ) : (
          children
        )}
      </dd>
    </div>
  )
}

/** The same for money; `more` is added. */
export const Money = ({ label, amount, more, to }: { label: string; amount: string; more?: string; to?: string | undefined }) => (
  <Fact label={label} to={to}>
    <Yuan amount={more === undefined ? amount : yuanOfFen(fenOfYuan(amount) + fenOfYuan(more))} />
  </Fact>
)
