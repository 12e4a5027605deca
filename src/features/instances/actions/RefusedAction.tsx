import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import { instanceActions } from '#contract/instance-actions.ts'
import { type Instance, instances } from '#contract/instances.ts'
import { formatFenAsYuan, roundMicroUpToFen } from '#contract/money.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { JoinQueue, QueueMark, useOwnQueue } from '#src/features/queue/shared.ts'
import { computeAvailableYuan, computeMissingYuan, TopUp, useWallet } from '#src/features/wallet/shared.ts'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { parsePriceMicro } from '#src/ui/catalogue/price.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import type { InputAction, PowerActionName } from './power-actions.ts'
import styles from './RefusedAction.module.css'
import { useInstanceAction } from './use-instance-action.ts'

/** Alternatives that can be run immediately, with their request bodies. */
const alternatives = {
  migrate: { label: '迁移并开机', bodyOf: () => ({ host_id: null, start: true }) },
  start_without_gpu: {
    label: instanceActions.start_without_gpu.label,
    bodyOf: ({ lost_disks: lostDisks }: Instance) => (lostDisks.length > 0 ? { accept_lost: lostDisks } : {}),
  },
} as const

interface AlternativeActionProps {
  way: keyof typeof alternatives
  instance: Instance
  onDone: () => void
}

/** One alternative while no card is free: its effect on data and money, and a button. */
function AlternativeAction({ way, instance, onDone }: AlternativeActionProps) {
  const { label, bodyOf } = alternatives[way]
  const { act, acting, failure } = useInstanceAction(instances[way], instance, onDone)
  return (
    <section className={styles.way} aria-label={label}>
      <div className={styles.words}>
        <h3>{label}</h3>
        <p>{instanceActions[way].effect}</p>
      </div>
      <Button loading={acting} onClick={() => act(bodyOf(instance))}>
        {label}
      </Button>
      {failure && <Alert className={styles.failure ?? ''} type="warning" showIcon message={failure.message} />}
    </section>
  )
}

interface NoFreeHostProps {
  instance: Instance
  onClose: () => void
}

/**
 * No free card on the host: queue, migrate to another host, or boot without GPU (product §4). The user has already been asked
 * about lost disks at this point.
 */
function NoFreeHost({ instance, onClose }: NoFreeHostProps) {
  const { id, charge_rule: chargeRule, price_hour: priceHour, lost_disks: lostDisks } = instance
  const waits = useOwnQueue()?.some(({ instance_id: instanceId }) => instanceId === id)
  const { data: migration } = useEndpoint(instances.migration, { params: { id } }, { gcTime: 0 })
  return (
    <>
      {waits ? (
        <QueueMark instance_id={id} />
      ) : (
        <JoinQueue wanted={{ instance_id: id, ...(lostDisks.length > 0 && { accept_lost: lostDisks }) }} onJoined={onClose}>
          {chargeRule === 'hour'
            ? `轮到时自动开机，从「运行中」开始按 ¥${formatYuan(priceHour)}/小时计费，价格不变。`
            : '轮到时自动开机，不另收费；套餐在等待期间继续计时。'}
        </JoinQueue>
      )}
      {migration?.possible && <AlternativeAction way="migrate" instance={instance} onDone={onClose} />}
      <AlternativeAction way="start_without_gpu" instance={instance} onDone={onClose} />
    </>
  )
}

/** The amount missing to boot: the balance must cover one hour of everything running plus this instance (product §5). */
function MissingBalance({ instance: { charge_rule: chargeRule, price_hour: priceHour } }: { instance: Instance }) {
  const { data: wallet } = useWallet()
  if (!wallet) return <TopUp />
  const own = chargeRule === 'hour' ? parsePriceMicro(priceHour) : 0n
  const required = formatFenAsYuan(roundMicroUpToFen(parsePriceMicro(wallet.burn_hour) + own))
  const missing = computeMissingYuan(required, computeAvailableYuan(wallet))
  return (
    <>
      开机要求余额够所有实例运行 1 小时，即 <YuanAmount amount={required} />
      {missing && (
        <>
          ，还差 <YuanAmount amount={missing} />
        </>
      )}
      。<TopUp amount={missing ?? undefined} />
    </>
  )
}

/** Next step after a refusal, by error code, if there is one. */
const nextSteps: Record<string, (instance: Instance) => ReactNode> = {
  [resultCodes.insufficient_balance.code]: (instance) => <MissingBalance instance={instance} />,
  [resultCodes.no_free_gpu.code]: ({ product_id: productId, flavor }) => (
    <>
      数据在原来的主机上，需等那台主机空出 GPU 后再开机。可以排队等候或无卡开机；急用时可以
      <Link to={paths.createInstance({ product_id: productId, gpu_num: flavor.gpu_num })}>新建一台</Link>，或
      <Link to={paths.market}>查看算力市场</Link>。
    </>
  ),
  [resultCodes.package_disk.code]: ({ id }) => (
    <>
      去<Link to={paths.instanceLift({ id })}>升降配置</Link>，按剩余时间补差价后即可扩容，数据保留。
    </>
  ),
  [resultCodes.package_expired.code]: ({ id }) => (
    <>
      数据仍然保留。可以<Link to={paths.instanceRenew({ id })}>续费</Link>，或
      <Link to={paths.instanceConvertBill({ id })}>转为按量计费</Link>后再开机。
    </>
  ),
}

interface Props {
  action: PowerActionName | InputAction
  error: ApiError
  instance: Instance
  onClose: () => void
}

/** Explains why an action was refused and what to do next. */
export function RefusedAction({ action, error, instance, onClose }: Props) {
  const request = error.status >= 500 && error.request_id && (
    <>
      请求编号 <CopyText text={error.request_id} label="复制请求编号" mono />
    </>
  )
  return (
    <>
      <Alert type="warning" showIcon message={error.message} description={nextSteps[error.code]?.(instance) ?? request} />
      {action === 'start' && error.code === resultCodes.no_free_gpu.code && <NoFreeHost instance={instance} onClose={onClose} />}
    </>
  )
}
