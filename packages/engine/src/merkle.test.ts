/**
 * The tree against the vectors that the Certificate Transparency project publishes for RFC 6962 / 9162, and against the
 * RFC's definition.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  consistencyProof,
  consistencyRanges,
  Frontier,
  type Hash,
  inclusionProof,
  inclusionRanges,
  isConsistent,
  joinSubtrees,
  leafHash,
  nodeHash,
  rootFromInclusion,
  rootOf,
  subtreesOf,
} from './merkle.ts'

const sha256 = (data: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(data).digest())
const hex = (hash: Hash | undefined): string => Buffer.from(hash ?? []).toString('hex')

const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (text) => leafHash(sha256, new Uint8Array(Buffer.from(text, 'hex'))),
)

describe('published vectors', () => {
  test.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
    [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    [6, '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])('root of the first %i leaves', (size, root) => {
    expect(hex(rootOf(sha256, LEAVES.slice(0, size)))).toBe(root)
  })

  const A = '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7'
  const B = '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e'
  const C = '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4'
  const D = 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b'
  const E = 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0'
  const F = 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'

  test.each([
    [0, 1, []],
    [0, 8, [A, B, C]],
    [5, 8, [D, E, F]],
    [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
    [1, 5, ['6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d', B, D]],
  ])('inclusion of leaf %i in a tree of %i', (index, size, path) => {
    expect(inclusionProof(sha256, LEAVES.slice(0, size), index).map(hex)).toEqual(path)
  })

  test.each([
    [1, 1, []],
    [1, 8, [A, B, C]],
    [6, 8, ['0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a', E, F]],
    [2, 5, [B, D]],
  ])('consistency of %i with %i leaves', (first, size, path) => {
    expect(consistencyProof(sha256, LEAVES.slice(0, size), first).map(hex)).toEqual(path)
  })
})

const trees = fc
  .integer({ min: 1, max: 70 })
  .map((size) => Array.from({ length: size }, (_, at) => leafHash(sha256, new Uint8Array([at]))))

describe('for any tree', () => {
  test('the root is the definition of the RFC', () => {
    const defined = (leaves: readonly Hash[]): Hash => {
      if (leaves.length === 1) return leaves[0] ?? new Uint8Array()
      const split = 2 ** Math.floor(Math.log2(leaves.length - 1))
      return nodeHash(sha256, defined(leaves.slice(0, split)), defined(leaves.slice(split)))
    }
    fc.assert(fc.property(trees, (leaves) => hex(rootOf(sha256, leaves)) === hex(defined(leaves))))
  })

  test('every leaf is proven, and no other leaf, place or size is', () => {
    fc.assert(
      fc.property(trees, fc.nat(), fc.nat(), (leaves, pick, other) => {
        const index = pick % leaves.length
        const size = leaves.length
        const path = inclusionProof(sha256, leaves, index)
        const leaf = leaves[index] ?? new Uint8Array()
        const root = hex(rootOf(sha256, leaves))
        expect(hex(rootFromInclusion(sha256, { leaf, index, size, path }))).toBe(root)
        const wrong = other % size
        if (wrong !== index) expect(hex(rootFromInclusion(sha256, { leaf, index: wrong, size, path }))).not.toBe(root)
        expect(rootFromInclusion(sha256, { leaf, index, size, path: [...path, leaf] })).toBeUndefined()
        expect(rootFromInclusion(sha256, { leaf, index: size, size, path })).toBeUndefined()
        const changed = Uint8Array.from(leaf, (byte, at) => (at === other % 32 ? byte ^ 1 : byte))
        expect(hex(rootFromInclusion(sha256, { leaf: changed, index, size, path }))).not.toBe(root)
      }),
    )
  })

  test('every beginning is proven, and a changed past is not', () => {
    fc.assert(
      fc.property(trees, fc.nat(), fc.nat(), (leaves, pick, spot) => {
        const first = (pick % leaves.length) + 1
        const size = leaves.length
        const path = consistencyProof(sha256, leaves, first)
        const root = rootOf(sha256, leaves)
        const firstRoot = rootOf(sha256, leaves.slice(0, first))
        expect(isConsistent(sha256, { first, size, firstRoot, root, path })).toBe(true)
        const forged = leaves.map((leaf, at) => (at === spot % first ? leafHash(sha256, leaf) : leaf))
        expect(
          isConsistent(sha256, { first, size, firstRoot: rootOf(sha256, forged.slice(0, first)), root, path }),
        ).toBe(false)
        expect(isConsistent(sha256, { first, size, firstRoot, root: rootOf(sha256, forged), path })).toBe(false)
        expect(isConsistent(sha256, { first, size, firstRoot, root, path: [...path, root] })).toBe(false)
      }),
    )
  })

  test('kept subtrees give the same root and proofs as all leaves', () => {
    fc.assert(
      fc.property(trees, fc.nat(), (leaves, pick) => {
        const frontier = new Frontier(sha256)
        const kept = new Map<string, Hash>()
        leaves.forEach((leaf, at) => {
          kept.set(`0/${at}`, leaf)
          frontier.append(leaf).forEach((hash, above) => {
            kept.set(`${above + 1}/${(at + 1) / 2 ** (above + 1) - 1}`, hash)
          })
        })
        const fetch = (range: { start: number; end: number }) =>
          joinSubtrees(
            sha256,
            subtreesOf(range).map((at) => kept.get(`${at.level}/${at.index}`) ?? new Uint8Array()),
          )
        const size = leaves.length
        const index = pick % size
        expect(hex(frontier.root())).toBe(hex(rootOf(sha256, leaves)))
        expect(inclusionRanges({ index, size }).map(fetch).map(hex)).toEqual(
          inclusionProof(sha256, leaves, index).map(hex),
        )
        const first = index + 1
        expect(consistencyRanges({ first, size }).map(fetch).map(hex)).toEqual(
          consistencyProof(sha256, leaves, first).map(hex),
        )
        const edge = subtreesOf({ start: 0, end: size }).map(
          (at) => kept.get(`${at.level}/${at.index}`) ?? new Uint8Array(),
        )
        const again = new Frontier(sha256, { size, edge })
        const next = leafHash(sha256, new Uint8Array([200]))
        again.append(next)
        expect(hex(again.root())).toBe(hex(rootOf(sha256, [...leaves, next])))
      }),
    )
  })
})
