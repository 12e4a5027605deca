import { Button } from 'antd'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { EventItem } from './EventItem.tsx'
import styles from './Events.module.css'
import type { TimelineEvent } from './event-text.ts'
import { useInstanceEvents } from './use-instance-events.ts'

/** Pages move while the timeline grows; one event is shown once. */
const dedupeEvents = (events: readonly TimelineEvent[]) => [...new Map(events.map((event) => [event.id, event])).values()]

/** Who did what, when and why (product §4). */
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
