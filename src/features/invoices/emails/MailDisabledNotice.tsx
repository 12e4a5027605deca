import { Alert } from 'antd'
import { useServerOffers } from '#src/ui/server-info.ts'

/** Said where the platform sends no mail. */
export function MailDisabledNotice() {
  const { mail } = useServerOffers()
  if (mail) return null
  return <Alert type="info" showIcon message="平台目前没有开通邮件，不能验证新的邮箱；发票的 PDF 可以在发票详情下载。" />
}
