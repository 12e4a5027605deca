import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** The way to a new invoice. */
export function InvoicingButton() {
  const navigate = useNavigate()
  return (
    <Button type="primary" data-shortcut="create" icon={<Icon name="plus" />} onClick={() => void navigate(paths.invoicing)}>
      申请开票
    </Button>
  )
}
