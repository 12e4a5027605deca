import { Button } from 'antd'
import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'

const labels: Record<string, string> = { terminal: '打开终端' }

/** What most people do next, as the one filled button of the page. */
export function NextAction({
  action,
  run,
  className,
}: {
  action: RowAction<Row>
  run: () => void
  className?: string | undefined
}) {
  return (
    <Button type="primary" size="large" icon={action.icon} onClick={run} {...(className && { className })}>
      {labels[action.name] ?? action.label}
    </Button>
  )
}
