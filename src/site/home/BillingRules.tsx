import { BillCalculator } from './BillCalculator.tsx'
import styles from './BillingRules.module.css'
import { billingRules } from './billing-rules.ts'
import { HomeSection } from './HomeSection.tsx'

export function BillingRules() {
  return (
    <HomeSection id="billing" ground="sheet" title="账单怎么算" lead="规则写在前面，每一笔扣费都能打开看到它的起止秒数和单价。">
      <div className={styles.columns}>
        <dl className={styles.facts}>
          {billingRules.map(({ title, text }) => (
            <div key={title} className={styles.fact}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <BillCalculator />
      </div>
    </HomeSection>
  )
}
