import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { Link } from 'react-router'
import { invoice_emails } from '#contract/invoice-emails.ts'
import type { FieldInputProps } from '#src/admin/define-resource.ts'
import { call } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'

/** Some of the verified receiving addresses. */
export function EmailsInput({ value, onChange }: FieldInputProps) {
  const { data } = useQuery({
    queryKey: ['invoice-emails'],
    queryFn: async () => (await call(invoice_emails.list, { query: { page_size: 100 } })).data,
  })
  const verified = data?.filter((row) => row.verified) ?? []
  if (data && verified.length === 0)
    return (
      <>
        还没有已验证的邮箱，请先<Link to={paths.invoice_emails}>添加收票邮箱</Link>。
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
