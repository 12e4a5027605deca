import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './AccountSummary.module.css'

/** A labelled figure; `to` links it to the rows it sums. */
export function LabeledFigure({ label, to, children }: { label: string; to?: string | undefined; children: ReactNode }) {
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

/** A labelled amount of money; `more` is added to it. */
export const LabeledMoney = ({
  label,
  amount,
  more,
  to,
}: {
  label: string
  amount: string
  more?: string
  to?: string | undefined
}) => (
  <LabeledFigure label={label} to={to}>
    <YuanAmount amount={more === undefined ? amount : formatFenAsYuan(parseYuanToFen(amount) + parseYuanToFen(more))} />
  </LabeledFigure>
)
