import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../docker-engine/programs.ts'

/** Where a cluster's keys, certificates and files for its clients lie. */
export interface ClusterPapers {
  /** The authority that signed every certificate of the cluster. */
  ca: string
  /** Of every server on 127.0.0.1, and of the API server as a client of etcd. */
  server: { cert: string; key: string }
  /** With which the API server comes to a kubelet. */
  kubelet_client: { cert: string; key: string }
  account_keys: { public: string; private: string }
  tokens: string
  admin_token: string
  kubeconfig: string
}

const days = '30'
const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Makes them in `folder`, for an API server at `url`: nothing outside of it knows or trusts them. */
export async function writeClusterPapers(openssl: string, folder: string, url: string): Promise<ClusterPapers> {
  const path = (name: string) => join(folder, name)
  const request = async (name: string, subject: string, more: readonly string[]) => {
    const files = { cert: path(`${name}.crt`), key: path(`${name}.key`) }
    const out = ['-keyout', files.key, '-out', files.cert, '-days', days, '-subj', subject]
    await runProgram(openssl, ['req', '-x509', ...curve, ...out, ...more])
    return files
  }
  const ca = await request('ca', '/CN=zhisuan-throwaway-ca', [])
  const leaf = ['-CA', ca.cert, '-CAkey', ca.key, '-addext', 'basicConstraints=CA:FALSE']
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const adminToken = randomBytes(24).toString('hex')
  const papers: ClusterPapers = {
    ca: ca.cert,
    server: await request('server', '/CN=zhisuan-throwaway-server', [...leaf, ...names]),
    kubelet_client: await request('kubelet-client', '/O=system:masters/CN=kube-apiserver-kubelet-client', leaf),
    account_keys: { public: path('accounts.pub'), private: path('accounts.key') },
    tokens: path('tokens.csv'),
    admin_token: adminToken,
    kubeconfig: path('kubeconfig'),
  }
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(papers.account_keys.public, publicKey.export({ type: 'spki', format: 'pem' }))
  writeFileSync(papers.account_keys.private, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 })
  writeFileSync(papers.tokens, `${adminToken},admin,admin,"system:masters"\n`, { mode: 0o600 })
  writeFileSync(papers.kubeconfig, describeAccess(url, readFileSync(ca.cert), adminToken), { mode: 0o600 })
  return papers
}

/** JSON is YAML. */
const describeAccess = (server: string, ca: Buffer, token: string): string =>
  JSON.stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'throwaway',
      clusters: [{ name: 'throwaway', cluster: { server, 'certificate-authority-data': ca.toString('base64') } }],
      users: [{ name: 'admin', user: { token } }],
      contexts: [{ name: 'throwaway', context: { cluster: 'throwaway', user: 'admin', namespace: 'default' } }],
    },
    undefined,
    2,
  )
