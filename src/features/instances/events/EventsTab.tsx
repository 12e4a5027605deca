import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import type { z } from 'zod'
import { eventActorLabels, type InstanceEvent, instances } from '#contract/instances.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { callEndpoint } from '#src/api/call.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { formatStopReason } from '#src/features/instances/instance-text.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { getStatusStyle } from '#src/ui/status-styles.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './EventsTab.module.css'

type TimelineEvent = z.infer<typeof InstanceEvent>

/** Formats the reason of an event, if known. */
const formatEventReason = ({ reason, detail }: TimelineEvent): string | null =>
  [reason && `原因：${formatStopReason(reason)}`, detail].filter(Boolean).join('。') || null

const icons: Record<TimelineEvent['actor'], IconName> = { user: 'user', operator: 'id_card', system: 'chip' }

/** One event: time, actor, result and reason. */
function EventItem({ event }: { event: TimelineEvent }) {
  const why = formatEventReason(event)
  const look = event.status === null ? null : getStatusStyle(event.status)
  return (
    <li className={styles.event}>
      <time dateTime={event.at} title="北京时间">
        {formatTimeExact(event.at)}
      </time>
      <span className={styles.actor}>
        <Icon name={icons[event.actor]} />
        {eventActorLabels[event.actor]}
      </span>
      <span className={styles.what}>
        <strong>{event.title}</strong>
        {why && <span className={styles.why}>{why}</span>}
      </span>
      {look && look.word !== event.title && (
        <span className={styles.status}>
          <ToneTag tone={look.tone}>{look.word}</ToneTag>
        </span>
      )}
    </li>
  )
}

const pageSize = 20
const live = ['instances'] as const

/** Loads the timeline page by page, newest first; new events are added live. */
function useInstanceEvents(id: string) {
  const queryKey = useMemo(() => buildEndpointKey(instances.events, { params: { id } }), [id])
  useLiveQueries(queryKey, live, id)
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(instances.events, { params: { id }, query: { page: pageParam, page_size: pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length + 1 : undefined),
  })
}

/** Removes duplicate events, because pages shift while the timeline grows. */
const dedupeEvents = (events: readonly TimelineEvent[]) => [...new Map(events.map((event) => [event.id, event])).values()]

/** Timeline: who did what, when and why (product §4). */
export default function EventsTab({ instance }: { instance: InstanceDetail }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInstanceEvents(instance.id)
  return (
    <div className={styles.pane}>
      <AsyncView
        data={data?.pages.flatMap((page) => page.data)}
        error={error}
        errorTitle="事件加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={6} columns={3} />}
      >
        {(events) => (
          <ol className={styles.timeline}>
            {dedupeEvents(events).map((event) => (
              <EventItem key={event.id} event={event} />
            ))}
          </ol>
        )}
      </AsyncView>
      {hasNextPage && (
        <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          查看更早的事件
        </Button>
      )}
    </div>
  )
}
