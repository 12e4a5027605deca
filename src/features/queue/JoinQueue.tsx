import { Alert, Button, InputNumber } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { type QueueEntry, queue } from '#contract/queue.ts'
import { useAction } from '#src/admin/use-action.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './JoinQueue.module.css'
import { QueueCells } from './QueueCells.tsx'
import { formatWait } from './queue-text.ts'
import { type QueueRequest, useQueueForecast } from './use-queue.ts'

/** Joins the queue once: a retry after a lost answer repeats the same idempotent intent (product §11). */
function useJoinQueue(wanted: QueueRequest, onJoined: (entry: QueueEntry) => void) {
  const options = {
    success: ({ data }: { data: QueueEntry }) => `已开始排队，第 ${data.position} 位`,
    pageTells: true,
    onDone: ({ data }: { data: QueueEntry }) => onJoined(data),
  }
  const boot = useAction(queue.boot, options)
  const create = useAction(queue.create, options)
  const join = (maxPriceHour: string | null) =>
    void ('instance_id' in wanted
      ? boot.run({ params: { id: wanted.instance_id }, body: { max_price_hour: maxPriceHour, accept_lost: wanted.accept_lost } })
      : create.run({ body: { form: wanted.form, max_price_hour: maxPriceHour } }))
  const { pending, failure } = 'instance_id' in wanted ? boot : create
  return { join, joining: pending, failure }
}

interface Props {
  wanted: QueueRequest
  /** Current hourly price; if the price may change before the turn comes, the user can set a limit. */
  price_hour?: string | undefined
  /** One sentence that explains when money is charged. */
  children: ReactNode
  onJoined: (entry: QueueEntry) => void
}

/** Queue length, expected wait, cost of waiting, and the button to join (product §4). */
export function JoinQueue({ wanted, price_hour: priceHour, children, onJoined }: Props) {
  const { data: outlook, isError } = useQueueForecast(wanted)
  const { join, joining, failure } = useJoinQueue(wanted, onJoined)
  const [limit, setLimit] = useState<string | null>(priceHour ?? null)
  const id = useId()
  return (
    <section className={styles.offer} aria-label="排队等候">
      <h3 className={styles.title}>排队等候</h3>
      {outlook ? (
        <p className={styles.standing} aria-live="polite">
          <QueueCells position={outlook.ahead + 1} length={outlook.ahead + 1} />
          <span>
            {outlook.ahead > 0 ? `前面 ${outlook.ahead} 人，共等 ${outlook.gpus_ahead} 张卡` : '前面没有人'}
            {outlook.expected_wait === null ? '，' : ' · '}
            {formatWait(outlook.expected_wait)}
          </span>
        </p>
      ) : isError ? (
        <p className={styles.quiet}>没有查到排队情况，仍然可以排队。</p>
      ) : (
        <Skeleton height={22} />
      )}
      <p className={styles.quiet}>排队不收费，可以随时取消；有空闲 GPU 时按先后顺序自动办理并通知你。{children}</p>
      <div className={styles.limit}>
        {priceHour !== undefined && (
          <>
            <label htmlFor={id}>最高价</label>
            <InputNumber<string>
              id={id}
              className={styles.price ?? ''}
              stringMode
              min="0.000001"
              value={limit}
              placeholder="不限"
              suffix="元/小时"
              onChange={setLimit}
              aria-describedby={`${id}-help`}
            />
          </>
        )}
        <Button type="primary" loading={joining} onClick={() => join(limit === null || limit === '' ? null : String(limit))}>
          排队等候
        </Button>
      </div>
      {priceHour !== undefined && (
        <p id={`${id}-help`} className={styles.quiet}>
          轮到时整台实例的价格高于最高价就先跳过，位置保留；留空则按轮到时的价格。
        </p>
      )}
      {failure && <Alert type="warning" showIcon message={failure.message} />}
    </section>
  )
}
