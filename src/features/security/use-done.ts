import { useQueryClient } from '@tanstack/react-query'
import { current_user } from '#src/session/current-user.ts'
import { toast } from '#src/ui/toast.ts'
import { security_key } from './security-queries.ts'

/** Says that it worked, and has everything that shows the account loaded anew. */
export function useDone(): (message: string) => void {
  const client = useQueryClient()
  return (message) => {
    toast.success(message)
    void client.invalidateQueries({ queryKey: security_key })
    current_user.load().catch(() => undefined)
  }
}
