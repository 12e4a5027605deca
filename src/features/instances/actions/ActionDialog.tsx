import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Instance } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { computeCurrentHourPrice, formatDuration, formatGpu } from '#src/features/instances/instance-text.ts'
import ForecastLines from '#src/features/instances/settings/ForecastLines.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './ActionDialog.module.css'
import { ActionModal } from './ActionModal.tsx'
import {
  computeMissingDisks,
  formatDiskLoss,
  formatLossConsent,
  type PowerActionName,
  releaseConsent,
  toPowerEndpoint,
} from './power-actions.ts'
import { useInstanceAction } from './use-instance-action.ts'

type Fact = readonly [name: string, value: ReactNode]

const computeSecondsLeft = ({ expire_at: expireAt }: Instance) => (expireAt ? (Date.parse(expireAt) - getServerNow()) / 1000 : 0)

const buildPackageFacts = (instance: Instance): Fact[] =>
  computeSecondsLeft(instance) > 0 ? [['套餐剩余', formatDuration(computeSecondsLeft(instance))]] : []

/** Facts of the instance that each action affects. */
const factBuilders: Record<PowerActionName, (instance: Instance) => Fact[]> = {
  start: (instance) => [
    ['GPU', formatGpu(instance.flavor)],
    ...(instance.charge_rule === 'hour'
      ? ([['运行后每小时', <YuanAmount key="price" amount={instance.price_hour} as="price" />]] as const)
      : buildPackageFacts(instance)),
  ],
  start_without_gpu: (instance) => [
    ['规格', `${limits.noGpuCpu} 核 · ${limits.noGpuMemoryGb} GB，无 GPU`],
    ...(instance.charge_rule === 'hour'
      ? ([['运行后每小时', <YuanAmount key="price" amount={instance.price_hour} as="price" />]] as const)
      : buildPackageFacts(instance)),
  ],
  // For per-second billing, the forecast below shows the amounts.
  shutdown: (instance) =>
    instance.charge_rule === 'hour'
      ? []
      : [['至今费用', <YuanAmount key="cost" amount={instance.cost} />], ...buildPackageFacts(instance)],
  restart: (instance) => [['GPU', formatGpu(instance.flavor)]],
  release: (instance) => [
    ['将删除', `系统盘 ${instance.flavor.sys_disk} GB，数据盘 ${instance.flavor.data_disk} GB`],
    ['至今费用', <YuanAmount key="cost" amount={instance.cost} />],
    ...buildPackageFacts(instance),
  ],
}

function ActionFacts({ action, instance }: { action: PowerActionName; instance: Instance }) {
  const told = factBuilders[action](instance)
  if (!told.length) return null
  return (
    <dl className={styles.facts}>
      {told.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface Props {
  action: PowerActionName
  instance: Instance
  onClose: () => void
}

/** Confirmation of an action without input, showing what it affects on this instance. */
export function ActionDialog({ action, instance, onClose }: Props) {
  const lost = computeMissingDisks(action, instance)
  const [agreed, setAgreed] = useState(action !== 'release' && lost.length === 0)
  const { act, acting, failure } = useInstanceAction(toPowerEndpoint(action), instance, onClose)
  const asked =
    action === 'start_without_gpu'
      ? { ...instance, price_hour: computeCurrentHourPrice({ ...instance, gpu_mode: 'none' }) }
      : instance

  return (
    <ActionModal
      action={action}
      instance={asked}
      ready={agreed}
      acting={acting}
      failure={failure}
      effect={lost.length > 0 ? formatDiskLoss(lost) : undefined}
      onAct={() => act(lost.length > 0 ? { accept_lost: [...lost] } : undefined)}
      onClose={onClose}
    >
      <ActionFacts action={action} instance={asked} />
      {/* Shutdown shows what has been spent, and what would be spent otherwise. */}
      {action === 'shutdown' && instance.charge_rule === 'hour' && <ForecastLines id={instance.id} />}
      {(action === 'release' || lost.length > 0) && (
        <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
          {action === 'release' ? releaseConsent : formatLossConsent(lost)}
        </Checkbox>
      )}
    </ActionModal>
  )
}
