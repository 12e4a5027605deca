import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'

describe('A real deployment', () => {
  it('checks its hosts before strangers come', () => {
    const real = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://gpu.example.cn', SECRET_KEY: 'x', ALLOW_SANDBOX: '1' }
    expect(readConfig({ ...real, COMPUTE: 'docker' }).docker.host_check).toBe('required')
    expect(() => readConfig({ ...real, COMPUTE: 'docker', HOST_CHECK: 'skipped' })).toThrow('HOST_CHECK')
  })
})

describe('A value of the configuration', () => {
  it.each([
    ['PUBLIC_ORIGIN', 'gpu.example.cn:443'],
    ['PUBLIC_ORIGIN', 'ftp://gpu.example.cn'],
    ['PUBLIC_ORIGIN', 'https://gpu.example.cn/console'],
    ['PROMETHEUS_URL', 'prometheus:9090'],
    ['S3_ENDPOINT', 'minio:9000'],
    ['ALIPAY_GATEWAY', 'openapi.alipay.com:443'],
    ['DOCKER_VIRTUAL_GPUS', 'RTX 4090:two'],
    ['DOCKER_VIRTUAL_GPUS', 'RTX 4090:0'],
    ['DOCKER_VIRTUAL_GPUS', ':2'],
    ['HOST_CHECK', 'off'],
    ['EGRESS_ALLOW', 'proxy.example.cn:3128'],
    ['EGRESS_ALLOW', '10.0.0.0/33'],
    ['EGRESS_ALLOW', '10.0.0.1:0'],
    ['EGRESS_ALLOW', '10.0.0.1:80:90'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['S3_BUCKET', 'files'],
  ])('that would silently do something else is refused by name: %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`配置 ${name}`)
  })

  it('is taken as people write it', () => {
    expect(readConfig({ EGRESS_ALLOW: '10.0.3.7:3128, 10.8.0.0/16,[fd00::1]:443' }).docker.egress_allow).toEqual([
      { net: '10.0.3.7', port: 3128 },
      { net: '10.8.0.0/16' },
      { net: 'fd00::1', port: 443 },
    ])
    const { docker, trust_proxy, public_origin } = readConfig({
      PUBLIC_ORIGIN: 'https://gpu.example.cn/',
      DOCKER_VIRTUAL_GPUS: 'RTX 4090:2, A100',
      TRUST_PROXY: 'loopback, 10.0.0.1,172.16.0.0/12, fd00::/8',
    })
    expect(docker.virtual_gpus).toEqual([
      { model: 'RTX 4090', count: 2 },
      { model: 'A100', count: 1 },
    ])
    expect(trust_proxy).toEqual(['loopback', '10.0.0.1', '172.16.0.0/12', 'fd00::/8'])
    expect(public_origin).toBe('https://gpu.example.cn')
  })
})
