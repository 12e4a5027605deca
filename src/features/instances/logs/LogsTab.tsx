import { Button, Input, Select, Switch } from 'antd'
import { type UIEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { instances } from '#contract/instances.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { getServerNow } from '#src/api/server-time.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { stoppedStatuses } from '#src/features/instances/instance-text.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { saveAsFile } from '#src/ui/download.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './LogsTab.module.css'
import { filterLogLines, type LogLine, parseLogLines, splitAtMatches } from './log-lines.ts'

const nearPx = 24

/** Scrolls a box to its end as content arrives; pauses when the reader scrolls up, resumes when back at the end. */
function useStickToEnd(content: unknown) {
  const box = useRef<HTMLDivElement>(null)
  const [stuck, setStuck] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: new content is the reason to scroll
  useEffect(() => {
    if (stuck && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [stuck, content])

  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) =>
    setStuck(scrollHeight - scrollTop - clientHeight < nearPx)
  return { box, stuck, onScroll, stick: () => setStuck(true) }
}

/** A line with the search matches highlighted. */
function LogText({ text, word }: { text: string; word: string }) {
  return (
    <span>
      {splitAtMatches(text, word).map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
        index % 2 ? <mark key={index}>{piece}</mark> : piece,
      )}
    </span>
  )
}

/** Log lines, scrolled to the newest. */
function LogBox({ lines, word }: { lines: readonly LogLine[]; word: string }) {
  const { box, stuck, onScroll, stick } = useStickToEnd(lines)
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div ref={box} className={styles.box} role="log" aria-label="实例日志" tabIndex={0} onScroll={onScroll}>
        {lines.length ? (
          <ol>
            {lines.map((line) => (
              <li key={line.number} value={line.number}>
                {line.time && <time>{line.time}</time>}
                <LogText text={line.text} word={word} />
              </li>
            ))}
          </ol>
        ) : (
          <p className={styles.none}>没有包含「{word.trim()}」的行</p>
        )}
      </div>
      {!stuck && (
        <Button size="small" className={styles.end} onClick={stick}>
          回到最新
        </Button>
      )}
    </div>
  )
}

interface LogBarProps {
  word: string
  onWord: (word: string) => void
  /** Number of matching lines; null without a search. */
  count: number | null
  tail: number
  onTail: (tail: number) => void
  following: boolean
  onFollowing: (following: boolean) => void
  refreshing: boolean
  onRefresh: () => void
  onDownload: () => void
  empty: boolean
}

const tails = [200, 500, 2000].map((value) => ({ value, label: `最近 ${value} 行` }))

/** Search text, number of lines, and the follow switch. */
function LogBar(props: LogBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="日志工具">
      <Input
        type="search"
        className={styles.search}
        allowClear
        maxLength={200}
        value={props.word}
        placeholder="搜索日志"
        aria-label="搜索日志"
        prefix={<Icon name="search" />}
        suffix={props.count !== null && <span className={styles.count}>{props.count} 行</span>}
        onChange={(event) => props.onWord(event.target.value)}
      />
      <Select aria-label="行数" value={props.tail} options={tails} onChange={props.onTail} />
      <span className={styles.follow}>
        <Switch size="small" checked={props.following} onChange={props.onFollowing} aria-label="自动刷新" />
        自动刷新
      </span>
      <span className={styles.buttons}>
        <Button
          icon={<Icon name="refresh" />}
          aria-label="刷新"
          title="刷新"
          loading={props.refreshing}
          onClick={props.onRefresh}
        />
        <Button icon={<Icon name="download" />} disabled={props.empty} onClick={props.onDownload}>
          下载
        </Button>
      </span>
    </div>
  )
}

const followMs = 3000

/** Loads the end of the log; polled while the user follows it. */
function useLogs(id: string, tail: number, follow: boolean) {
  const { data, ...logs } = useEndpoint(
    instances.logs,
    { params: { id }, query: { tail } },
    { keep: true, every: follow ? followMs : false },
  )
  return { ...logs, data: data?.lines }
}

/** The end of the instance's log, with follow, search and download. */
export default function LogsTab({ instance, open }: { instance: InstanceDetail; open: boolean }) {
  const [tail, setTail] = useState(200)
  const [following, setFollowing] = useState(true)
  const [word, setWord] = useState('')
  const sought = useDeferredValue(word)
  const follow = following && open && !stoppedStatuses.includes(instance.status)
  const { data, error, refetch, isFetching } = useLogs(instance.id, tail, follow)
  const lines = useMemo(
    () => parseLogLines(data ?? [], formatTimeExact(new Date(getServerNow()).toISOString()).slice(0, 10)),
    [data],
  )
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
