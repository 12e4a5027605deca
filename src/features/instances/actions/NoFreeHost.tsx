import { type Instance, instances } from '#contract/instances.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { JoinQueue, QueueMark, useOwnQueue } from '#src/features/queue/shared.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { AlternativeAction } from './AlternativeAction.tsx'

interface Props {
  instance: Instance
  onClose: () => void
}

/**
 * No free card on its host: wait for one, take it to another host, or boot without (product §4). Whoever comes here has been
 * asked about lost disks already.
 */
export function NoFreeHost({ instance, onClose }: Props) {
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
