import { Button, Pagination } from 'antd'
import type { ListState } from '#src/admin/resource.ts'
import { narrowScreen } from '#src/ui/media.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './ListFooter.module.css'
import { formatTotal, pageSizes } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

interface Props {
  state: ListState
  change: ChangeList
  total: number
  /** Set while the list is longer than what was counted. */
  countAll?: (() => void) | undefined
}

/** Total number of rows, and pagination. */
export function ListFooter({ state, change, total, countAll }: Props) {
  const narrow = useStore(narrowScreen)
  return (
    <div className={styles.footer}>
      <span>
        共 {formatTotal(total, countAll !== undefined)} 条
        {countAll && (
          <Button type="link" size="small" onClick={countAll}>
            精确计数
          </Button>
        )}
      </span>
      <Pagination
        simple={narrow}
        size="small"
        current={state.page}
        pageSize={state.page_size}
        total={total}
        showSizeChanger={!narrow && total > pageSizes[0]}
        pageSizeOptions={[...pageSizes]}
        onChange={(page, pageSize) => change({ page: pageSize === state.page_size ? page : 1, page_size: pageSize })}
      />
    </div>
  )
}
