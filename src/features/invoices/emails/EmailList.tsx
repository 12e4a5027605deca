import { Alert } from 'antd'
import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { InvoiceTabs } from '#src/features/invoices/request/InvoiceTabs.tsx'
import { useOffers } from '#src/ui/server-info.ts'

export default function EmailList({ resource }: { resource: Resource }) {
  const { mail } = useOffers()
  const above = (
    <>
      <InvoiceTabs />
      {!mail && <Alert type="info" showIcon message="平台目前没有开通邮件，不能验证新的邮箱；发票的 PDF 可以在发票详情下载。" />}
    </>
  )
  return <List resource={resource} above={above} />
}
