import { useId, useState } from 'react'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './IncomeCalculator.module.css'
import { computeExampleIncome, type IncomeExample } from './income-example.ts'

const fields: { key: keyof IncomeExample; label: string; min: number; max: number; text: (value: number) => string }[] = [
  { key: 'steps', label: '定价', min: 1, max: 100, text: (value) => `¥${(value / 100).toFixed(2)} / 小时` },
  { key: 'people', label: '每月使用的人数', min: 1, max: 500, text: (value) => `${value} 人` },
  { key: 'hours', label: '每人每月运行时长', min: 1, max: 720, text: (value) => `${value} 小时` },
  { key: 'cash_percent', label: '其中用现金余额支付', min: 0, max: 100, text: (value) => `${value}%` },
]

/** Works an example through, with the same arithmetic as the bills. */
export function IncomeCalculator() {
  const id = useId()
  const [example, setExample] = useState<IncomeExample>({ steps: 5, people: 20, hours: 60, cash_percent: 80 })
  const { price, each, month } = computeExampleIncome(example)
  const cashHours = (example.hours * example.cash_percent) / 100
  return (
    <div className={styles.calculator}>
      <div className={styles.fields}>
        {fields.map(({ key, label, min, max, text }) => (
          <div key={key} className={styles.field}>
            <label htmlFor={`${id}-${key}`}>{label}</label>
            <output htmlFor={`${id}-${key}`} className={styles.value}>
              {text(example[key])}
            </output>
            <input
              id={`${id}-${key}`}
              type="range"
              min={min}
              max={max}
              value={example[key]}
              aria-valuetext={text(example[key])}
              onChange={(event) => setExample({ ...example, [key]: event.target.valueAsNumber })}
            />
          </div>
        ))}
      </div>
      <div className={styles.result}>
        <p className={styles.label}>当月应计收益</p>
        <p className={styles.figure} role="status">
          <YuanAmount amount={month} />
        </p>
        <dl className={styles.steps}>
          <div>
            <dt>每人计入的时长</dt>
            <dd>
              {example.hours} 小时 × {example.cash_percent}% = {Number(cashHours.toFixed(2))} 小时
            </dd>
          </div>
          <div>
            <dt>每人支付</dt>
            <dd>
              {Number(cashHours.toFixed(2))} 小时 × <YuanAmount amount={price} /> = <YuanAmount amount={each} />
            </dd>
          </div>
          <div>
            <dt>合计</dt>
            <dd>
              <YuanAmount amount={each} /> × {example.people} 人 = <YuanAmount amount={month} />
            </dd>
          </div>
        </dl>
        <p className={styles.note}>这是算法示例，不是收益承诺。不足 1 分的部分按账单规则舍去。</p>
      </div>
    </div>
  )
}
