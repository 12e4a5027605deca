import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import { type ExpiryPolicy, expiry as endpoints } from '#contract/expiry.ts'
import { instanceMoney, type RenewQuote } from '#contract/instance-money.ts'
import type { Instance } from '#contract/instances.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { ExpiryPolicyChoice, type ExpiryPolicyInput } from '#src/features/instances/money/ExpiryPolicyChoice.tsx'
import { InstanceSummary } from '#src/features/instances/money/InstanceSummary.tsx'
import { MoneySummary } from '#src/features/instances/money/MoneySummary.tsx'
import styles from '#src/features/instances/money/money.module.css'
import { OrderResult } from '#src/features/instances/money/OrderResult.tsx'
import { PeriodChoice, type PeriodSelection, validateQuantity } from '#src/features/instances/money/PeriodChoice.tsx'
import { useMoneyOrder } from '#src/features/instances/money/use-money-order.ts'
import { useMoneyQuote } from '#src/features/instances/money/use-money-quote.ts'
import { paths } from '#src/paths.ts'
import { unitNames } from '#src/ui/catalogue/price.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { RenewRows } from './RenewRows.tsx'

/** Explains why renewal is not possible, with alternatives: queue for cards with hourly billing, or create another instance. */
function RenewUnavailable({ id, code, message }: { id: string; code: string; message: string }) {
  const other = code === resultCodes.no_free_gpu.code || code === resultCodes.product_gone.code
  return (
    <Alert
      type={code ? 'warning' : 'info'}
      showIcon
      message={message}
      description={
        <>
          {code ? '数据仍然保留。可以' : '想用得更省，可以'}
          <Link to={paths.instanceConvertBill({ id })}>{code ? '转换计费' : '转为包日或包周'}</Link>
          {other && (
            <>
              ，或<Link to={paths.createInstance()}>新建一台</Link>
            </>
          )}
          。
        </>
      }
    />
  )
}

/** Saves only the expiry policy, for users who do not want to renew now. */
function SavePolicyButton({ id, expiry, changed }: { id: string; expiry: ExpiryPolicy | undefined; changed: boolean }) {
  const { run, pending } = useAction(endpoints.update)
  return (
    <div className={styles.next}>
      <Button
        disabled={!changed || !expiry}
        loading={pending}
        onClick={() => expiry && void run({ params: { id }, body: expiry })}
      >
        只保存到期策略
      </Button>
      <span className={styles.quiet}>不续费也可以保存；续费时一并保存。</span>
    </div>
  )
}

const formatExpiryNote = (expireAfter: string | null | undefined) =>
  expireAfter ? `新的到期时间 ${formatTime(expireAfter)}` : undefined

const toQuoteLines = ({ rows }: RenewQuote) =>
  rows.length === 1
    ? (rows[0]?.lines ?? [])
    : rows
        .filter(({ ok }) => ok)
        .map(({ nick_name: nickName, expire_after: expireAfter, amount }) => ({
          title: nickName,
          detail: formatExpiryNote(expireAfter) ?? '',
          amount,
        }))

interface RenewViewProps {
  ids: readonly string[]
  /** Set if there is only one. */
  instance: Instance | null
  /** The period to begin with; by default the instance's own. */
  rule?: PeriodSelection['charge_rule'] | undefined
}

/** Selects period and expiry policy, with the price per instance. */
export function RenewView({ ids, instance, rule }: RenewViewProps) {
  const packaged = instance?.charge_rule !== 'hour'
  const [bought, setBought] = useState<PeriodSelection>({
    charge_rule: rule ?? (instance?.charge_rule === 'day' ? 'day' : 'week'),
    quantity: 1,
  })
  const own: ExpiryPolicyInput = instance
    ? { policy: instance.expiry_policy, renew_quantity: instance.renew_quantity }
    : { policy: null, renew_quantity: 1 }
  const [policy, setPolicy] = useState(own)
  const { charge_rule: chargeRule, quantity } = bought
  const faulty = validateQuantity(quantity) !== undefined
  const expiry =
    policy.policy && validateQuantity(policy.renew_quantity) === undefined
      ? { policy: policy.policy, renew_quantity: policy.renew_quantity ?? 1 }
      : undefined
  const order = useMoneyOrder(instanceMoney.renew, (token) => ({ body: { quote: token, ...(expiry && { expiry }) } }))
  const { quote, stale, error, retry } = useMoneyQuote(
    instanceMoney.renew_quote,
    faulty || !packaged || order.done ? null : { body: { ids: [...ids], charge_rule: chargeRule, quantity: quantity ?? 1 } },
  )
  // the quote displayed when the order was placed
  const [taken, setTaken] = useState<RenewQuote>()
  const taking = {
    ...order,
    place: (token: string) => {
      setTaken(quote)
      order.place(token)
    },
  }
  const changed = policy.policy !== own.policy || policy.renew_quantity !== own.renew_quantity

  if (order.done) {
    const [done, failed] = [order.done.filter(({ ok }) => ok), order.done.filter(({ ok }) => !ok)]
    return (
      <OrderResult
        title={failed.length > 0 ? `已续费 ${done.length} 台，${failed.length} 台没有成功` : `已续费 ${done.length} 台`}
        orders={done.flatMap((result) => result.order ?? [])}
        untilOf={({ instance_id: instanceId }) => taken?.rows.find((row) => row.id === instanceId)?.expire_after ?? undefined}
        id={instance?.id}
      >
        <RenewRows
          rows={failed.map(({ id, message }) => {
            const row = taken?.rows.find((candidate) => candidate.id === id)
            return { id, nick_name: row?.nick_name ?? id, message: `${message}。没有扣款` }
          })}
        />
      </OrderResult>
    )
  }
  const only = quote?.rows.length === 1 ? quote.rows[0] : undefined
  return (
    <div className={styles.columns}>
      <div className={styles.facts}>
        {instance && <InstanceSummary instance={instance} />}
        {instance && !packaged ? (
          <RenewUnavailable id={instance.id} code="" message="按量计费的实例没有到期时间，不需要续费" />
        ) : (
          <>
            <PagePanel title="续费时长">
              <PeriodChoice bought={bought} change={setBought} help={formatExpiryNote(only?.expire_after)} />
            </PagePanel>
            {only && !only.ok && <RenewUnavailable id={only.id} code={only.code} message={only.message} />}
            {!instance && quote && <RenewRows title="实例" rows={quote.rows} />}
            <PagePanel title="到期策略">
              <ExpiryPolicyChoice value={policy} change={setPolicy} unit={unitNames[chargeRule]} several={!instance} />
              {instance && <SavePolicyButton id={instance.id} expiry={expiry} changed={changed} />}
            </PagePanel>
          </>
        )}
      </div>
      {packaged && (
        <MoneySummary
          title={instance ? `续费「${instance.nick_name}」` : `续费 ${quote?.count ?? ids.length} 台`}
          quote={quote}
          stale={stale}
          error={error}
          onRetry={retry}
          none={faulty ? '改正时长后，这里显示价格。' : ''}
          lines={toQuoteLines}
          pay={({ amount }) => amount}
          label={({ count }) =>
            count === 0
              ? '没有可以续费的实例'
              : instance
                ? `支付并续费 ${quantity} ${unitNames[chargeRule]}`
                : `支付并续费 ${count} 台`
          }
          ready={({ count }) => count > 0 && (policy.policy === null || expiry !== undefined)}
          order={taking}
        />
      )}
    </div>
  )
}
