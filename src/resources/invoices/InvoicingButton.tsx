import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'

/** The way to a new invoice. */
export function InvoicingButton() {
  const navigate = useNavigate()
  return (
    <Button type="primary" data-shortcut="create" icon={<Icon name="plus" />} onClick={() => void navigate(paths.invoicing)}>
      申请开票
    </Button>
  )
}
