import { Button, Input, Select, Switch } from 'antd'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Logs.module.css'

interface Props {
  word: string
  onWord: (word: string) => void
  /** Lines that match; null while nothing is sought. */
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

/** What is sought, how far back, and whether it goes on by itself. */
export function LogBar(props: Props) {
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
