import type { Endpoint } from '#contract/endpoint.ts'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { type KnownFactsProps, KnownFactsShow } from './KnownFactsShow.tsx'
import { NextInQueue } from './NextInQueue.tsx'
import { RowHistory } from './RowHistory.tsx'

/** Page of a case that somebody decides: what is known of it, the next one that waits, its content, and its history. */
export default function CaseShow<E extends Endpoint = Endpoint>({ resource, children }: KnownFactsProps<E>) {
  return (
    <KnownFactsShow<E> resource={resource}>
      {(one) => (
        <ShowPanels>
          <NextInQueue resource={resource} id={one.id} />
          {children?.(one)}
          {resource.api.history && <RowHistory resource={resource} id={one.id} />}
        </ShowPanels>
      )}
    </KnownFactsShow>
  )
}
