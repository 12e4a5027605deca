import { Button } from 'antd'
import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { saveAsFile } from '#src/ui/download.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { toast } from '#src/ui/toast.ts'

interface Props {
  endpoint: Endpoint
  id: string
  primary?: boolean
  /** Icon only, for a row of a list. */
  small?: boolean
}

/** Downloads the PDF of an invoice. */
export function PdfButton({ endpoint, id, primary = false, small = false }: Props) {
  const [fetching, setFetching] = useState(false)
  const save = async () => {
    setFetching(true)
    try {
      const { blob, name } = await fetchFile(endpoint, { params: { id } })
      saveAsFile(name ?? `发票-${id}.pdf`, blob)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '下载失败，请重试')
    } finally {
      setFetching(false)
    }
  }
  return (
    <Button
      type={primary ? 'primary' : small ? 'text' : 'default'}
      size={small ? 'small' : 'middle'}
      icon={<Icon name="download" />}
      loading={fetching}
      {...(small && { 'aria-label': '下载 PDF', title: '下载 PDF' })}
      onClick={() => void save()}
    >
      {!small && '下载 PDF'}
    </Button>
  )
}
