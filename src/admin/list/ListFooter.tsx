import { Pagination } from 'antd'
import type { ListState } from '#src/admin/resource.ts'
import { narrowScreen } from '#src/ui/media.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './ListFooter.module.css'
import { pageSizes } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

/** Total number of rows, and pagination. */
export function ListFooter({ state, change, total }: { state: ListState; change: ChangeList; total: number }) {
  const narrow = useStore(narrowScreen)
  return (
    <div className={styles.footer}>
      <span>共 {total} 条</span>
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
