import { limits } from '#contract/limits.ts'
import { Panel } from '../layout/Panel.tsx'
import styles from './Rules.module.css'

const rules: readonly [string, string][] = [
  [
    '怎么计算',
    `好友按量扣费与订单支付的现金部分，减去退款，累计的 ${limits.invitation_percent}%，不足 1 分的留到下一次。代金券和优惠券抵扣的部分不算。`,
  ],
  ['什么时候到账', '每天结算前一天，结果进入收益钱包，可以提现。每一天的算式都能在受邀用户里展开。'],
  ['多长时间', `从好友注册起 ${limits.invitation_years} 年。好友的子账号花的钱也算。`],
  ['退款怎么办', '已经发放的奖励不收回；退款先从之后的消费里抵掉。'],
  ['不能邀请自己', '一个身份证号只能认证一个账号，登录着自己的账号也不能用自己的邀请码注册。'],
]

/** How rewards are worked out, so that nobody has to ask. */
export function Rules() {
  return (
    <Panel title="奖励规则">
      <dl className={styles.rules}>
        {rules.map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
