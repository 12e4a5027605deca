import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './ProofPicture.module.css'

function Picture({ blob, alt }: { blob: Blob; alt: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  if (!address) return null
  return (
    <a className={styles.frame} href={address} target="_blank" rel="noopener noreferrer" aria-label={`放大查看${alt}`}>
      <img src={address} alt={alt} />
    </a>
  )
}

/** Uploaded picture that only an authenticated call can fetch; a click shows it in full size. */
export function ProofPicture({ endpoint, id, alt }: { endpoint: Endpoint; id: string; alt: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: buildEndpointKey(endpoint, { params: { id } }),
    queryFn: ({ signal }) => fetchFile(endpoint, { params: { id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="图片加载失败"
      onRetry={() => void refetch()}
      skeleton={<Skeleton height={240} />}
    >
      {({ blob }) => <Picture blob={blob} alt={alt} />}
    </AsyncView>
  )
}
