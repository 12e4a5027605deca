import { Link } from 'react-router-dom'
import { chargeRules } from '#contract/instances.ts'
import { type QueueEntry, queue, queueKinds, queueStates, type QueueState as State } from '#contract/queue.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths } from '#src/paths.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-styles.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { cancelQueueEffect } from './cancel-effect.ts'
import { QueueCells } from './QueueCells.tsx'
import styles from './queue-entries.resource.module.css'
import { formatQueuePlace } from './queue-text.ts'

const statusStyles: Record<State, { icon: IconName; tone: Tone }> = {
  waiting: { icon: 'clock', tone: 'primary' },
  done: { icon: 'check', tone: 'success' },
  cancelled: { icon: 'close', tone: 'neutral' },
  failed: { icon: 'warning', tone: 'danger' },
}

/** Formats position and expected wait, or the result with its reason. */
const formatQueueDetail = (entry: QueueEntry): string =>
  entry.state === 'waiting' ? formatQueuePlace(entry) : (entry.reason ?? '')

function QueueStateTag({ entry }: { entry: QueueEntry }) {
  const { icon, tone } = statusStyles[entry.state]
  const more = formatQueueDetail(entry)
  return (
    <>
      <ToneTag icon={icon} tone={entry.held ? 'warning' : tone}>
        {queueStates[entry.state]}
      </ToneTag>
      {more && <span className={styles.more}>{more}</span>}
      {entry.position !== null && entry.queue_length !== null && (
        <span className={styles.cells}>
          <QueueCells position={entry.position} length={entry.queue_length} />共 {entry.queue_length} 位
        </span>
      )}
    </>
  )
}

/** Queue entries for GPUs (product §4). Not in the menu: instances and notifications link here. */
export default defineResource({
  name: 'queue-entries',
  label: '排队',
  meaning: '有空闲 GPU 时按先后顺序自动开机或创建。排队不收费，可以随时取消。',
  path: paths.queue,
  nav: { section: 'instances', order: 20 },
  api: { list: queue.list },
  title: (entry) => entry.name,
  columns: [
    {
      field: 'name',
      title: '实例',
      type: 'link',
      to: ({ instance_id: instanceId }) => instanceId && paths.containerInstance(instanceId),
    },
    {
      field: 'state',
      title: '状态',
      render: (entry) => <QueueStateTag entry={entry} />,
      text: (entry) => [queueStates[entry.state], formatQueueDetail(entry)].filter(Boolean).join(' '),
    },
    { field: 'kind', title: '类型', type: 'word', words: queueKinds },
    {
      field: 'product_name',
      title: '规格',
      text: ({ product_name: productName, gpu_num: gpuNum, region_name: regionName }) =>
        `${productName} × ${gpuNum} · ${regionName}`,
    },
    { field: 'charge_rule', title: '计费方式', type: 'word', words: chargeRules },
    { field: 'max_price_hour', title: '最高价（元/小时）', type: 'yuan', none: '不限' },
    { field: 'created_at', title: '开始排队', type: 'time' },
  ],
  filters: { state: { label: '状态', options: queueStates }, kind: { label: '类型', options: queueKinds } },
  actions: [
    {
      name: 'cancel',
      label: '取消排队',
      icon: <Icon name="close" />,
      endpoint: queue.cancel,
      effect: cancelQueueEffect,
      allowed: ({ state }) => state === 'waiting',
      whenOff: 'hidden',
    },
  ],
  live: 'queue',
  empty: {
    title: '没有在排队',
    hint: '开机或创建实例时遇到 GPU 不足，可以选择排队等候：轮到时自动开机并通知你。',
    action: <Link to={paths.containerInstances}>返回容器实例</Link>,
  },
})
