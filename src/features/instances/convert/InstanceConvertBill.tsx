import { useSearchParams } from 'react-router-dom'
import { InstanceMoneyPage } from '#src/features/instances/money/InstanceMoneyPage.tsx'
import { useInstance } from '#src/features/instances/money/use-instance.ts'
import { ConvertView } from './ConvertView.tsx'

/** Changes how an instance is paid for (product §5). */
export default function InstanceConvertBill() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const { instance, error, retry } = useInstance(id)
  return (
    <InstanceMoneyPage
      title="转换计费"
      meaning="在按量计费和包日、包周之间转换，运行不中断，数据不变。"
      instance={instance}
      missing={id === ''}
      found={{ data: instance, error, retry }}
    >
      {(found) => <ConvertView key={id} instance={found} />}
    </InstanceMoneyPage>
  )
}
