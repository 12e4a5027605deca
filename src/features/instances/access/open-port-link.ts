import { instanceAccess, type LinkPort } from '#contract/instance-access.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'

/** Opens a port's page in a new tab. The tab is opened synchronously in the click, because browsers block later pop-ups. */
export async function openPortLink(id: string, port: LinkPort): Promise<void> {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const { data } = await callEndpoint(instanceAccess.port_ticket, { params: { id }, body: { port } })
    if (tab) tab.location.replace(data.url)
    else toast.error('浏览器拦截了新标签页，请允许本站打开后再试')
  } catch (error) {
    tab?.close()
    if (!isApiError(error)) throw error
    toast.error(error.message)
  }
}
