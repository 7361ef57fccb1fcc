/** Values that customers hand in: a picture, the hash of a transaction, an address. */
import { crc32, deflateSync } from 'node:zlib'

const SIDE = 64

/** A picture of one colour. */
export function png(shade: number): Buffer {
  const row = Buffer.concat([
    Buffer.of(0),
    Buffer.alloc(SIDE * 3, Buffer.of(shade >> 16, (shade >> 8) & 255, shade & 255)),
  ])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIDE, 0)
  head.writeUInt32BE(SIDE, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const rows = deflateSync(Buffer.concat(Array.from({ length: SIDE }, () => row)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** A transaction of Tron that pays something, such as a deposit; another number, another transaction. */
export const tronHash = (number: number): string => number.toString(16).padStart(64, '0')

export const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
