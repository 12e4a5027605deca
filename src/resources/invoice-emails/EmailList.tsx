import { Alert } from 'antd'
import List from '#src/console/generic/list/List.tsx'
import { InvoiceTabs } from '#src/console/invoicing/InvoiceTabs.tsx'
import { useOffers } from '#src/shell/server-info.ts'
import type { Resource } from '../define-resource.ts'

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
