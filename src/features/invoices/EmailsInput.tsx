import { Checkbox } from 'antd'
import { Link } from 'react-router-dom'
import { invoiceEmails } from '#contract/invoice-emails.ts'
import type { FieldInputProps } from '#src/admin/resource.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'

/** Some of the verified receiving addresses. */
export function EmailsInput({ value, onChange }: FieldInputProps) {
  const { data } = useEndpoint(invoiceEmails.list, { query: { page_size: 100 } })
  const verified = data?.filter((row) => row.verified) ?? []
  if (data && verified.length === 0)
    return (
      <>
        还没有已验证的邮箱，请先<Link to={paths.invoiceEmails}>添加收票邮箱</Link>。
      </>
    )
  return (
    <Checkbox.Group
      value={(value as string[] | undefined) ?? []}
      options={verified.map(({ email }) => ({ value: email, label: email }))}
      onChange={(chosen) => onChange?.(chosen)}
    />
  )
}
