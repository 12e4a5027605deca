import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPage } from '#src/kit/lazy-page.ts'
import { createLabel } from '#src/resources/create-label.ts'
import type { Resource } from '#src/resources/define-resource.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { Panel } from '../../layout/Panel.tsx'
import { ResourceForm } from './ResourceForm.tsx'

/** The page that creates a row. */
export default function Create({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  const [result, setResult] = useState<Record<string, unknown> | null>(null)
  const Created = resource.created && lazyPage(resource.created)
  const toList = () => navigate(resource.path)

  return (
    <>
      <PageHeader title={createLabel(resource)} trail={[{ label: resource.label, to: resource.path }]} />
      <Panel form>
        <ResourceForm
          resource={resource}
          onSaved={(saved) => (Created ? setResult(saved) : void toList())}
          onCancel={() => void toList()}
        />
      </Panel>
      {Created && result && (
        <Suspense fallback={null}>
          <Created result={result} onClose={() => void toList()} />
        </Suspense>
      )}
    </>
  )
}
