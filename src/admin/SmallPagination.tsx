import { Pagination } from 'antd'

interface Props {
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** Page numbers below a short list; nothing while one page holds all rows. */
export function SmallPagination({ page, pageSize, total, onPage }: Props) {
  if (total <= pageSize) return null
  return <Pagination size="small" current={page} total={total} pageSize={pageSize} showSizeChanger={false} onChange={onPage} />
}
