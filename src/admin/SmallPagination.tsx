import { Pagination } from 'antd'

interface Props {
  className?: string | undefined
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** Page numbers below a short list; nothing while one page holds all rows. */
export function SmallPagination({ className, page, pageSize, total, onPage }: Props) {
  if (total <= pageSize) return null
  return (
    <Pagination
      className={className ?? ''}
      size="small"
      current={page}
      total={total}
      pageSize={pageSize}
      showSizeChanger={false}
      onChange={onPage}
    />
  )
}
