/**
 * What ELK is asked for: the ways in which a region may be laid out, of which the whole picture
 * chooses, and what is the same in all of them.
 */

export interface Way {
  readonly direction: 'DOWN' | 'RIGHT';
  readonly compaction: 'EDGE_LENGTH' | 'NONE';
}

export const ways: readonly Way[] = (['RIGHT', 'DOWN'] as const).flatMap((direction) =>
  (['NONE', 'EDGE_LENGTH'] as const).map((compaction) => ({ direction, compaction })),
);

export const wishesFor = ({ direction, compaction }: Way): Record<string, string> => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.padding': '[top=14,left=16,bottom=16,right=16]',
  'elk.spacing.nodeNode': '26',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '16',
  'elk.spacing.nodeSelfLoop': '16',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '14',
  // Follows the arrows from the first state on, so that it comes first. (MODEL_ORDER would too,
  // but in ELK 0.12 it throws where states have states inside.)
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.considerModelOrder.strategy': 'PREFER_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.compaction.postCompaction.strategy': compaction,
  'elk.layered.thoroughness': '40',
});

/** A label in the middle of its edge, which is interrupted there. */
export const inlineWishes: Record<string, string> = {
  'elk.edgeLabels.inline': 'true',
  'elk.edgeLabels.placement': 'CENTER',
};

/** A state with states inside, laid out like the rest, below words of its own. */
export const outerWishes = (
  way: Way,
  words: { readonly width: number; readonly height: number },
): Record<string, string> => ({
  ...wishesFor(way),
  'elk.padding': `[top=${words.height + 12},left=16,bottom=16,right=16]`,
  'elk.nodeSize.constraints': 'MINIMUM_SIZE',
  'elk.nodeSize.minimum': `(${words.width},${words.height})`,
});
