import { type Instance, instances } from '#contract/instances.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { JoinQueue } from '#src/features/queue/JoinQueue.tsx'
import QueueMark from '#src/features/queue/QueueMark.tsx'
import { useOwnQueue } from '#src/features/queue/use-queue.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { OtherWay } from './AlternativeAction.tsx'

interface Props {
  instance: Instance
  onClose: () => void
}

/**
 * No free card on its host: wait for one, take it to another host, or boot without (product §4). Whoever comes here has been
 * asked about lost disks already.
 */
export function NoFreeHost({ instance, onClose }: Props) {
  const { id, charge_rule, price_hour, lost_disks } = instance
  const waits = useOwnQueue()?.some(({ instance_id }) => instance_id === id)
  const { data: migration } = useEndpoint(instances.migration, { params: { id } }, { gcTime: 0 })
  return (
    <>
      {waits ? (
        <QueueMark instance_id={id} />
      ) : (
        <JoinQueue wanted={{ instance_id: id, ...(lost_disks.length > 0 && { accept_lost: lost_disks }) }} onJoined={onClose}>
          {charge_rule === 'hour'
            ? `轮到时自动开机，从「运行中」开始按 ¥${formatYuan(price_hour)}/小时计费，价格不变。`
            : '轮到时自动开机，不另收费；套餐在等待期间继续计时。'}
        </JoinQueue>
      )}
      {migration?.possible && <OtherWay way="migrate" instance={instance} onDone={onClose} />}
      <OtherWay way="start_without_gpu" instance={instance} onDone={onClose} />
    </>
  )
}
