import { useDeferredValue, useMemo, useState } from 'react'
import { instances } from '#contract/instances.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { saveAsFile } from '#src/ui/download.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { LogBar } from './LogBar.tsx'
import { LogBox } from './LogBox.tsx'
import styles from './Logs.module.css'
import { filterLogLines, parseLogLines } from './log-lines.ts'

const followMs = 3000

/** The end of the log; asked for again while somebody follows it. */
function useLogs(id: string, tail: number, follow: boolean) {
  const { data, ...logs } = useEndpoint(
    instances.logs,
    { params: { id }, query: { tail } },
    { keep: true, every: follow ? followMs : false },
  )
  return { ...logs, data: data?.lines }
}

const stoppedStatuses = [1, 7] // nothing is written while it stands

/** The end of the instance's log: followed, searched, taken away. */
export default function LogsTab({ instance, open }: { instance: InstanceDetail; open: boolean }) {
  const [tail, setTail] = useState(200)
  const [following, setFollowing] = useState(true)
  const [word, setWord] = useState('')
  const sought = useDeferredValue(word)
  const follow = following && open && !stoppedStatuses.includes(instance.status)
  const { data, error, refetch, isFetching } = useLogs(instance.id, tail, follow)
  const lines = useMemo(() => parseLogLines(data ?? []), [data])
  const found = useMemo(() => filterLogLines(lines, sought), [lines, sought])

  return (
    <div className={styles.pane}>
      <LogBar
        word={word}
        onWord={setWord}
        count={sought.trim() ? found.length : null}
        tail={tail}
        onTail={setTail}
        following={following}
        onFollowing={setFollowing}
        refreshing={isFetching && !follow}
        onRefresh={() => void refetch()}
        onDownload={() => saveAsFile(`${instance.nick_name}.log`, `${(data ?? []).join('\n')}\n`)}
        empty={!lines.length}
      />
      <AsyncView
        data={data}
        error={error}
        errorTitle="日志加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={8} columns={1} />}
      >
        {() =>
          lines.length ? (
            <LogBox lines={found} word={sought} />
          ) : (
            <EmptyState title="还没有日志" hint="实例启动后，主机和容器的输出会出现在这里。" />
          )
        }
      </AsyncView>
    </div>
  )
}
