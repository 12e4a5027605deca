import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { paths } from '#src/paths.ts'
import { useTitle } from '#src/site/use-title.ts'
import controls from '#src/ui/controls.module.css'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { CommunityFrame } from './CommunityFrame.tsx'
import styles from './CreativeIncomePage.module.css'
import { CreatorArea } from './creator/CreatorArea.tsx'
import { computeExampleIncome, type IncomeExample } from './income-example.ts'

const fields: { key: keyof IncomeExample; label: string; min: number; max: number; text: (value: number) => string }[] = [
  { key: 'steps', label: '定价', min: 1, max: 100, text: (value) => `¥${(value / 100).toFixed(2)} / 小时` },
  { key: 'people', label: '每月使用的人数', min: 1, max: 500, text: (value) => `${value} 人` },
  { key: 'hours', label: '每人每月运行时长', min: 1, max: 720, text: (value) => `${value} 小时` },
  { key: 'cash_percent', label: '其中用现金余额支付', min: 0, max: 100, text: (value) => `${value}%` },
]

/** Calculates an example with the same arithmetic as the bills. */
function IncomeCalculator() {
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
        <dl className={styles.sums}>
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

const incomeSteps = [
  {
    title: '定价',
    text: '成为创作者之后，为镜像的每个版本定一个小时价，¥0.01 一档。别人用它运行实例时按秒计费，关机即停。版本发布后价格不再变。',
  },
  { title: '有人使用', text: '别人用现金余额支付的部分计入收益；你自己使用的、代金券和优惠券抵扣的不计入。' },
  {
    title: '每月对账',
    text: '次月初生成对账单，逐段列明版本、时长和金额，随后转入单独的「收益」钱包，满 ¥10 可以申请提现。',
  },
]

const incomeRules: readonly (readonly [string, string])[] = [
  ['计价单位', '每台运行中的实例每小时，¥0.01 一档，与卡数无关'],
  ['使用者付多少', 'GPU 价格加上镜像价格；创建前的报价把两项分开列出。无卡开机不收镜像费用，作者和他的子账号使用自己的镜像不收'],
  ['包日、包周', '下单时按时长一次付清，随时间逐秒产生收益；转为按量计费或全额退款时，没有用到的时间不再产生'],
  ['私有镜像与克隆', '从用了收费镜像的实例保存或克隆出来的，使用时仍按原镜像收费'],
  ['更换镜像', '按量计费从下次开机起按新镜像收费；套餐不能换成更贵的镜像，换成更便宜的，已买的时长不变'],
  ['什么计入收益', '别人用现金余额支付的部分，按秒累计；同一个人、同一个版本在一个月里合计，舍去不足 1 分的部分'],
  ['什么不计入', '自己的使用、代金券与优惠券抵扣的部分、启动失败的实例'],
  ['分成', `目前平台不抽成，创作者得 ${limits.creatorSharePercent}%；如有变化会先在本页公布，已产生的收益不受影响`],
  ['按哪天算', '扣费发生在哪个月就算哪个月（北京时间），与使用者的消费明细一致'],
  ['下线之后', '不再有新的使用；已经在运行的实例照常运行，照常产生收益'],
  ['提现', '收益提现最低 ¥10，提交后审核'],
]

/** How creators earn (product §7), and, for signed-in users, what they have earned. */
export default function CreativeIncomePage() {
  useTitle('创作收益')
  return (
    <CommunityFrame
      title="创作收益"
      lead="把整理好的环境发布到社区，别人每用一小时，你就有一份收益。"
      action={
        <Link className={`${controls.button} ${controls.plain}`} to={paths.communityImages}>
          浏览社区镜像
        </Link>
      }
    >
      <CreatorArea />
      <section className={styles.section} aria-labelledby="income-how">
        <h2 id="income-how" className={styles.title}>
          收益从哪里来
        </h2>
        <ol className={styles.steps}>
          {incomeSteps.map(({ title, text }, nth) => (
            <li key={title} className={styles.step}>
              <span className={styles.number} aria-hidden="true">
                {nth + 1}
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.section} aria-labelledby="income-example">
        <h2 id="income-example" className={styles.title}>
          算一算
        </h2>
        <IncomeCalculator />
      </section>
      <section className={styles.section} aria-labelledby="income-rules">
        <h2 id="income-rules" className={styles.title}>
          规则
        </h2>
        <dl className={styles.rules}>
          {incomeRules.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p className={styles.next}>
        <Link className={`${controls.button} ${controls.large} ${controls.primary}`} to={paths.communityImageRelease}>
          发布镜像
        </Link>
      </p>
    </CommunityFrame>
  )
}
